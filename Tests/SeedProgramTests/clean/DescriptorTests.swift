// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import GCDCheck
import Glibc
import Testing

/// Calls that wait for file descriptors: they wait in virtual time, and others run meanwhile.
@Suite struct DescriptorTests {
  @Test func aReadWaitsForTheWriter() {
    let exploration = expectClean {
      let pipe = PipeEnds()
      DispatchQueue.global().async { put("hello", to: pipe.writer) }
      try require(take(from: pipe.reader) == "hello")
      pipe.closeBoth()
    }
    #expect(exploration.distinctSchedules > 1)
  }

  @Test func aPollTimesOutInVirtualTime() {
    expectClean {
      let pipe = PipeEnds()
      let start = uptime()
      var polled = pollfd(fd: pipe.reader, events: Int16(POLLIN), revents: 0)
      try require(poll(&polled, 1, 60_000) == 0)
      try require(uptime() - start == 60_000_000_000)
      DispatchQueue.global().asyncAfter(deadline: .now() + 5) { put("x", to: pipe.writer) }
      try require(poll(&polled, 1, 60_000) == 1)
      try require(uptime() - start == 65_000_000_000)
      try require(take(from: pipe.reader) == "x")
      pipe.closeBoth()
    }
  }

  @Test func aSelectAndAnEpollWaitForWhatComesFirst() {
    expectClean {
      let pipe = PipeEnds()
      let set = CDescriptors.makeEpoll()
      try require(CDescriptors.watch(pipe.reader, in: set) == 0)
      let group = DispatchGroup()
      DispatchQueue.global().async(group: group) {
        if CDescriptors.waitForEvent(in: set, milliseconds: -1) == 1 { _ = take(from: pipe.reader) }
      }
      DispatchQueue.global().asyncAfter(deadline: .now() + 1) { put("x", to: pipe.writer) }
      group.wait()
      var readers = fd_set()
      readers.__fds_bits.0 = 1 << Int(pipe.reader)
      var time = timeval(tv_sec: 2, tv_usec: 0)
      let start = uptime()
      try require(select(pipe.reader + 1, &readers, nil, nil, &time) == 0)
      try require(uptime() - start == 2_000_000_000)
      pipe.closeBoth()
      close(set)
    }
  }

  @Test func aWriteOfMoreThanFitsWaitsForTheReader() {
    expectClean(schedules: 50) {
      let pipe = PipeEnds()
      let group = DispatchGroup()
      let size = 300_000
      DispatchQueue.global().async(group: group) {
        let bytes = [UInt8](repeating: 7, count: size)
        if write(pipe.writer, bytes, size) == size { close(pipe.writer) }
      }
      var total = 0
      var buffer = [UInt8](repeating: 0, count: 50_000)
      while true {
        let count = read(pipe.reader, &buffer, buffer.count)
        if count <= 0 { break }
        total += count
      }
      try require(total == size)
      group.wait()
      close(pipe.reader)
    }
  }

  @Test func aTimerDescriptorExpiresInVirtualTime() {
    expectClean {
      let timer = CDescriptors.makeTimer()
      CDescriptors.set(timer: timer, seconds: 60, every: 10)
      let start = uptime()
      var count: UInt64 = 0
      try require(read(timer, &count, 8) == 8)
      try require(count == 1 && uptime() - start == 60_000_000_000)
      sleep(35)
      try require(read(timer, &count, 8) == 8)
      try require(count == 3 && uptime() - start == 95_000_000_000)
      try require(CDescriptors.rest(ofTimer: timer) == 5)
      close(timer)
    }
  }

  @Test func anEventDescriptorWakesItsReader() {
    expectClean {
      let event = CDescriptors.makeEvent()
      DispatchQueue.global().async { CDescriptors.write(3, toEvent: event) }
      try require(CDescriptors.read(event: event) == 3)
      close(event)
    }
  }

  @Test func twoEndsOfASocketTalk() {
    expectClean {
      var ends: [Int32] = [-1, -1]
      try require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
      let (left, right) = (ends[0], ends[1])
      DispatchQueue.global().async {
        var bytes = [UInt8](repeating: 0, count: 4)
        if recv(right, &bytes, 4, Int32(MSG_WAITALL)) == 4 { send(right, bytes, 4, 0) }
      }
      send(left, [1, 2] as [UInt8], 2, 0)
      send(left, [3, 4] as [UInt8], 2, 0)
      var reply = [UInt8](repeating: 0, count: 4)
      try require(recv(left, &reply, 4, 0) == 4 && reply == [1, 2, 3, 4])
      close(left)
      close(right)
    }
  }
}
