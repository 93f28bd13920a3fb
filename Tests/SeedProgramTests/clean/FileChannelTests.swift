// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation
import GCDCheck
import Testing

/// DispatchIO and DispatchData: the real engine, on queues of the run.
@Suite struct FileChannelTests {
  @Test func p49TwoFilesIntoOne() {
    let files = ScratchFiles()
    files.make("one", pattern(3_000))
    files.make("two", pattern(2_000, startingAt: 3_000))
    let exploration = expectClean(schedules: 100) {
      try copy(["one", "two"], to: "both", in: files, leavesOnError: true)
      try require(files.bytes("both") == pattern(5_000), "the files differ")
    }
    #expect(exploration.distinctSchedules > 10)
  }

  @Test func p50ARandomChannelPutsEachPieceInItsPlace() {
    let files = ScratchFiles()
    expectClean(schedules: 100) {
      try writePieces(to: files.path("out"), flags: O_CREAT | O_WRONLY | O_TRUNC)
      try require(files.bytes("out") == pattern(4_000), "the pieces are out of place")
    }
  }

  @Test func p51DataOfSeveralPiecesIsWrittenInOrder() {
    let files = ScratchFiles()
    expectClean(schedules: 100) {
      let released = Shared(0)
      var data = DispatchData.empty
      for piece in 0..<4 {
        let bytes = pattern(1_000, startingAt: piece * 1_000)
        bytes.withUnsafeBytes { data.append($0) }
        _ = released
      }
      let descriptor = open(files.path("out"), O_CREAT | O_WRONLY | O_TRUNC, 0o600)
      let group = DispatchGroup()
      group.enter()
      let channel = DispatchIO(type: .stream, fileDescriptor: descriptor, queue: .global()) { _ in
        close(descriptor)
        group.leave()
      }
      group.enter()
      channel.write(offset: 0, data: data, queue: .global()) { isDone, _, _ in
        if isDone {
          channel.close()
          group.leave()
        }
      }
      group.wait()
      try require(files.bytes("out") == pattern(4_000), "the pieces are out of order")
    }
  }

  @Test func p83APlainCloseLosesNothing() {
    let files = ScratchFiles()
    expectClean(schedules: 50) {
      let errors = try writeAndClose(files.path("out"), flags: [])
      try require(errors.isEmpty, "\(errors)")
      try require(files.bytes("out") == pattern(4_000), "bytes are missing")
    }
  }

  @Test func aStreamOverAPipeDeliversInPieces() {
    expectClean(schedules: 50) {
      let pipe = PipeEnds()
      let group = DispatchGroup()
      let got = Shared<[UInt8]>([])
      group.enter()
      let channel = DispatchIO(type: .stream, fileDescriptor: pipe.reader, queue: .global()) { _ in
        close(pipe.reader)
        group.leave()
      }
      channel.setLimit(lowWater: 1)
      channel.setLimit(highWater: 100)
      channel.setInterval(interval: .milliseconds(50))
      group.enter()
      channel.read(offset: 0, length: .max, queue: DispatchQueue(label: "com.acme.reader")) {
        isDone, data, _ in
        if let data { got.value += Array(data) }
        if isDone {
          channel.close()
          group.leave()
        }
      }
      DispatchQueue.global().async {
        put("hello ", to: pipe.writer)
        sleep(1)
        put("world", to: pipe.writer)
        close(pipe.writer)
      }
      group.wait()
      try require(String(decoding: got.value, as: UTF8.self) == "hello world", "\(got.value)")
    }
  }

  @Test func theConvenienceFunctionsReadAndWrite() {
    expectClean(schedules: 50) {
      let pipe = PipeEnds()
      let group = DispatchGroup()
      let text = Shared("")
      group.enter()
      DispatchIO.read(fromFileDescriptor: pipe.reader, maxLength: 64, runningHandlerOn: .global()) {
        data, error in
        text.value = error == 0 ? String(decoding: Array(data), as: UTF8.self) : "error \(error)"
        group.leave()
      }
      let data = Array("hello".utf8).withUnsafeBytes { DispatchData(bytes: $0) }
      group.enter()
      DispatchIO.write(toFileDescriptor: pipe.writer, data: data, runningHandlerOn: .global()) {
        rest, error in
        if rest != nil || error != 0 { text.value = "not all was written" }
        group.leave()
      }
      group.wait()
      pipe.closeBoth()
      try require(text.value == "hello", text.value)
    }
  }

  @Test func aBarrierRunsWhenEarlierOperationsAreDone() {
    let files = ScratchFiles()
    expectClean(schedules: 50) {
      let descriptor = open(files.path("out"), O_CREAT | O_RDWR | O_TRUNC, 0o600)
      let steps = Shared<[String]>([])
      let group = DispatchGroup()
      group.enter()
      let queue = DispatchQueue(label: "com.acme.order")
      let channel = DispatchIO(type: .random, fileDescriptor: descriptor, queue: queue) { _ in
        close(descriptor)
        group.leave()
      }
      let data = pattern(100).withUnsafeBytes { DispatchData(bytes: $0) }
      channel.write(offset: 0, data: data, queue: queue) { isDone, _, _ in if isDone { steps.note("written") }
      }
      channel.barrier { steps.note("size \(lseek(descriptor, 0, SEEK_END))") }
      channel.close()
      group.wait()
      try require(steps.value.sorted() == ["size 100", "written"], "\(steps.value)")
    }
  }

  @Test func aFileHandleTellsWhatItCanRead() {
    expectClean(schedules: 50) { try readByHandler { $0 == "hello" } }
  }

  @Test func aCustomDestructorRunsOnItsQueue() {
    expectClean(schedules: 50) {
      let queue = DispatchQueue(label: "com.acme.memory")
      let freed = Shared(0)
      let memory = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 1)
      var data: DispatchData? = DispatchData(
        bytesNoCopy: UnsafeRawBufferPointer(start: memory, count: 16),
        deallocator: .custom(queue) {
          memory.deallocate()
          freed.value += 1
        })
      try require(data?.count == 16)
      data = nil
      queue.sync {}
      try require(freed.value == 1)
    }
  }
}
