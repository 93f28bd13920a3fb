// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import GCDCheck
import Glibc
import Testing

/// What goes wrong with read and signal sources.
@Suite struct EventSourceMistakeTests {
  @Test func p16BytesAreLostWhereTheDataIsTakenForTheirNumber() {
    expectFinding("GCD501", naming: "only") {
      let pipe = PipeEnds()
      let source = DispatchSource.makeReadSource(fileDescriptor: pipe.reader, queue: .global())
      let got = Shared("")
      let closed = DispatchSemaphore(value: 0)
      source.setEventHandler {
        var buffer = [UInt8](repeating: 0, count: Int(source.data) + 1)
        let count = read(pipe.reader, &buffer, buffer.count)
        if count > 0 { got.value += String(decoding: buffer.prefix(count), as: UTF8.self) }
        source.cancel()
      }
      source.setCancelHandler {
        close(pipe.reader)
        closed.signal()
      }
      source.activate()
      put("hello", to: pipe.writer)
      close(pipe.writer)
      closed.wait()
      try require(got.value == "hello", "only \(got.value) was read")
    }
  }

  @Test func p72ClosingRightAfterCancel() {
    expectFinding("GCD501", naming: "the handler read the other file") {
      try readThenReplace(closesInHandler: false)
    }
  }

  @Test func p03AReadSourceHeldByALocalOnly() {
    expectFinding("GCD208", severity: .warning, naming: "read source", schedules: 50) {
      let pipe = PipeEnds()
      do {
        let source = DispatchSource.makeReadSource(fileDescriptor: pipe.reader, queue: .global())
        source.setEventHandler {}
        source.activate()
      }
      pipe.closeBoth()
    }
  }

  @Test func p03ASignalSourceHeldByALocalOnly() {
    expectFinding("GCD208", severity: .warning, naming: "signal source", schedules: 50) {
      do {
        let source = DispatchSource.makeSignalSource(signal: SIGUSR1, queue: .global())
        source.setEventHandler {}
        source.activate()
      }
    }
  }

  /// Nothing but its source takes the signal, which is ignored until that is installed.
  @Test func aSignalRightBehindTheActivation() {
    expectFinding("GCD103", naming: "it was not installed yet when the signal was sent") {
      let source = DispatchSource.makeSignalSource(signal: SIGWINCH, queue: .global())
      let changed = DispatchSemaphore(value: 0)
      source.setEventHandler { changed.signal() }
      source.activate()
      raise(SIGWINCH)
      changed.wait()
      source.cancel()
    }
  }

  @Test func aSignalThatDoesNotExist() {
    expectFinding("GCD206", schedules: 20) {
      let source = DispatchSource.makeSignalSource(signal: 99, queue: .global())
      source.activate()
    }
  }
}
