// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import GCDCheck
import Glibc
import Testing

/// Data, read, write and signal sources.
@Suite struct EventSourceTests {
  @Test func p15DataMergesWhileSuspendedOrBusy() {
    expectClean {
      let queue = DispatchQueue(label: "com.acme.data")
      let sum = DispatchSource.makeUserDataAddSource(queue: queue)
      let flags = DispatchSource.makeUserDataOrSource(queue: queue)
      let last = DispatchSource.makeUserDataReplaceSource(queue: queue)
      let seen = Shared<[String]>([])
      let told = DispatchGroup()
      sum.setEventHandler {
        seen.note("sum \(sum.data)")
        told.leave()
      }
      flags.setEventHandler {
        seen.note("flags \(flags.data)")
        told.leave()
      }
      last.setEventHandler {
        seen.note("last \(last.data)")
        told.leave()
      }
      for source in [sum, flags, last] as [DispatchSourceProtocol] {
        told.enter()
        source.activate()
        source.suspend()
      }
      for value in [1, 2, 4] as [UInt] {
        sum.add(data: value)
        flags.or(data: value | 1)
        last.replace(data: value)
      }
      for source in [sum, flags, last] as [DispatchSourceProtocol] { source.resume() }
      told.wait()
      try require(seen.value.sorted() == ["flags 7", "last 4", "sum 7"], "\(seen.value)")
      for source in [sum, flags, last] as [DispatchSourceProtocol] { source.cancel() }
    }
  }

  @Test func p15NoValueIsLostWhileTheHandlerRuns() {
    let exploration = expectClean {
      let source = DispatchSource.makeUserDataAddSource(queue: .global())
      let total = Shared<UInt>(0)
      let calls = Shared(0)
      let done = DispatchSemaphore(value: 0)
      source.setEventHandler {
        total.value += source.data
        calls.value += 1
        if total.value == 4 { done.signal() }
      }
      source.activate()
      for _ in 0..<4 { source.add(data: 1) }
      done.wait()
      try require((1...4).contains(calls.value))
      source.cancel()
    }
    #expect(exploration.distinctSchedules > 20)
  }

  @Test func p16AFileIsReadToItsEnd() {
    let files = ScratchFiles()
    let path = files.make("input", pattern(5_000))
    expectClean(schedules: 100) {
      let descriptor = open(path, O_RDONLY)
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
      let got = Shared<[UInt8]>([])
      let isRight = Shared(true)
      let closed = DispatchSemaphore(value: 0)
      source.setEventHandler {
        if Int(source.data) != 5_000 - got.value.count { isRight.value = false }
        var buffer = [UInt8](repeating: 0, count: 2_000)
        let count = read(descriptor, &buffer, buffer.count)
        if count > 0 { got.value += buffer.prefix(count) } else { source.cancel() }
      }
      source.setCancelHandler {
        close(descriptor)
        closed.signal()
      }
      source.activate()
      closed.wait()
      try require(isRight.value, "the data is what is left of the file")
      try require(got.value == pattern(5_000))
    }
  }

  @Test func p16APipeIsDrainedUntilItsEnd() {
    let exploration = expectClean {
      let pipe = PipeEnds()
      _ = fcntl(pipe.reader, F_SETFL, O_NONBLOCK)
      let queue = DispatchQueue(label: "com.acme.reader")
      let source = DispatchSource.makeReadSource(fileDescriptor: pipe.reader, queue: queue)
      let got = Shared("")
      let closings = Shared(0)
      let closed = DispatchSemaphore(value: 0)
      source.setEventHandler {
        while let text = take(from: pipe.reader) {
          if text.isEmpty {
            source.cancel()
            break
          }
          got.value += text
        }
      }
      source.setCancelHandler {
        close(pipe.reader)
        closings.value += 1
        closed.signal()
      }
      source.activate()
      DispatchQueue.global().async {
        put("hello ", to: pipe.writer)
        put("world", to: pipe.writer)
        close(pipe.writer)
      }
      closed.wait()
      try require(got.value == "hello world", got.value)
      try require(closings.value == 1)
    }
    #expect(exploration.distinctSchedules > 20)
  }

  @Test func p16AWriteSourceFillsAPipe() {
    expectClean(schedules: 100) {
      let pipe = PipeEnds()
      _ = fcntl(pipe.writer, F_SETFL, O_NONBLOCK)
      let source = DispatchSource.makeWriteSource(fileDescriptor: pipe.writer, queue: .global())
      let size = 150_000
      let sent = Shared(0)
      source.setEventHandler {
        let bytes = [UInt8](repeating: 1, count: size - sent.value)
        let count = write(pipe.writer, bytes, bytes.count)
        if count > 0 { sent.value += count }
        if sent.value == size { source.cancel() }
      }
      source.setCancelHandler { close(pipe.writer) }
      source.activate()
      var total = 0
      var buffer = [UInt8](repeating: 0, count: 40_000)
      while true {
        let count = read(pipe.reader, &buffer, buffer.count)
        if count <= 0 { break }
        total += count
      }
      try require(total == size, "\(total)")
      close(pipe.reader)
    }
  }

  @Test func p17SignalsInBursts() {
    let exploration = expectClean {
      let source = DispatchSource.makeSignalSource(signal: SIGHUP, queue: .global())
      let calls = Shared(0)
      let isAlwaysOne = Shared(true)
      let sent = Shared(0)
      let seenAfter = Shared(0)
      let registered = DispatchSemaphore(value: 0)
      let idle = DispatchSemaphore(value: 0)
      source.setRegistrationHandler { registered.signal() }
      source.setEventHandler {
        calls.value += 1
        if source.data != 1 { isAlwaysOne.value = false }
        seenAfter.value = sent.value
        if sent.value == 4 { idle.signal() }
      }
      source.activate()
      registered.wait()
      for _ in 0..<4 {
        sent.value += 1
        kill(getpid(), SIGHUP)
      }
      idle.wait()
      try require((1...4).contains(calls.value), "\(calls.value) calls")
      try require(seenAfter.value == 4 && isAlwaysOne.value)
      source.cancel()
    }
    #expect(exploration.distinctSchedules > 20)
  }

  @Test func aSignalBehindTheRegistration() {
    expectClean {
      let source = DispatchSource.makeSignalSource(signal: SIGWINCH, queue: .global())
      let changed = DispatchSemaphore(value: 0)
      source.setRegistrationHandler { raise(SIGWINCH) }
      source.setEventHandler { changed.signal() }
      source.activate()
      changed.wait()
      source.cancel()
    }
  }

  /// Cancelled, dropped or suspended at any moment, installed or not: the cancel handler runs once.
  @Test func aSignalSourceIsCancelledAtAnyMoment() {
    let exploration = expectClean {
      let source = DispatchSource.makeSignalSource(signal: SIGWINCH, queue: .global())
      let isOver = DispatchSemaphore(value: 0)
      let calls = Shared(0)
      source.setRegistrationHandler {}
      source.setEventHandler {}
      source.setCancelHandler {
        calls.value += 1
        isOver.signal()
      }
      source.activate()
      source.suspend()
      DispatchQueue.global().async { source.cancel() }
      source.resume()
      isOver.wait()
      try require(calls.value == 1)
    }
    #expect(exploration.distinctSchedules > 5)
  }

  @Test func anAlarmReachesItsSource() {
    expectClean(schedules: 50) {
      let source = DispatchSource.makeSignalSource(signal: SIGALRM, queue: .global())
      let rang = DispatchSemaphore(value: 0)
      source.setEventHandler { rang.signal() }
      source.activate()
      let start = uptime()
      alarm(30)
      rang.wait()
      try require(uptime() - start == 30_000_000_000)
      source.cancel()
    }
  }

  @Test func p72ClosingInTheCancelHandlerIsSafe() {
    expectClean { try readThenReplace(closesInHandler: true) }
  }

  @Test func p74AnActiveSourceMayMove() {
    expectClean(schedules: 100) {
      let first = DispatchQueue(label: "com.acme.first")
      let second = DispatchQueue(label: "com.acme.second")
      let source = DispatchSource.makeUserDataAddSource(queue: first)
      let total = Shared<UInt>(0)
      source.setEventHandler { total.value += source.data }
      source.activate()
      source.add(data: 1)
      (source as? DispatchObject)?.setTarget(queue: second)
      source.add(data: 1)
      first.sync {}
      second.sync {}
      first.sync {}
      second.sync {}
      try require(total.value <= 2)
      source.cancel()
    }
  }
}

/// P72: a source is cancelled and its descriptor closed, and another file gets the number.
func readThenReplace(closesInHandler: Bool) throws {
  let pipe = PipeEnds()
  let source = DispatchSource.makeReadSource(fileDescriptor: pipe.reader, queue: .global())
  let got = Shared<String?>(nil)
  let ended = DispatchSemaphore(value: 0)
  source.setEventHandler { got.value = take(from: pipe.reader) }
  source.setCancelHandler {
    if closesInHandler { close(pipe.reader) }
    ended.signal()
  }
  source.activate()
  put("ours", to: pipe.writer)
  source.cancel()
  if !closesInHandler { close(pipe.reader) }
  let other = PipeEnds()
  put("theirs", to: other.writer)
  ended.wait()
  let text = got.value
  other.closeBoth()
  close(pipe.writer)
  try require(text != "theirs", "the handler read the other file")
}
