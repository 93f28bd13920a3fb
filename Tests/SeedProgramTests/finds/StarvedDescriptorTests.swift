// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import GCDCheck
import Glibc
import Testing

/// Waits for file descriptors that nothing left can make ready.
@Suite struct StarvedDescriptorTests {
  @Test func p71AReadWhoseWriterIsALaterBlockOfItsQueue() {
    expectFinding("GCD105", naming: "read", schedules: 20) {
      let pipe = PipeEnds()
      let queue = DispatchQueue(label: "com.acme.serial")
      queue.async { _ = take(from: pipe.reader) }
      queue.async { put("late", to: pipe.writer) }
      queue.sync {}
    }
  }

  @Test func aPollThatNobodyEnds() {
    expectFinding("GCD105", naming: "poll", schedules: 20) {
      let pipe = PipeEnds()
      var polled = pollfd(fd: pipe.reader, events: Int16(POLLIN), revents: 0)
      poll(&polled, 1, -1)
    }
  }

  @Test func aWriteThatNobodyReads() {
    expectFinding("GCD105", naming: "write", schedules: 20) {
      let pipe = PipeEnds()
      let bytes = [UInt8](repeating: 7, count: 300_000)
      write(pipe.writer, bytes, bytes.count)
    }
  }
}
