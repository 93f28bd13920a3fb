// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux)
import CGCDInterpose
import Glibc
import Testing

@testable import GCDRuntime

/// A copy of the process has one thread: a lock that another one had then is never given back there.
@Suite struct ProcessCopyTests {
  /// How many copies of one question there were; the copies share it.
  private let copies = mmap(nil, 4_096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
    .bindMemory(to: Int.self, capacity: 1)

  @Test func oneThatHangsIsMadeAnew() {
    let answer = ask { way in
      if copies.pointee < 3 { while true { pause() } }
      answers(7, way)
    }
    #expect(answer?.bytes == [7])
    #expect(answer?.isInTime == true)
    #expect(copies.pointee == 3)
  }

  @Test func thatEndsWhereEachHangs() {
    let answer = ask { _ in while true { pause() } }
    #expect(answer?.bytes == [])
    #expect(answer?.isInTime == false)
    #expect(copies.pointee == 8)
  }

  @Test func oneThatComputesForLongDoesNotHang() {
    let answer = ask { way in
      let begin = clock()
      while clock() - begin < 200_000 {}
      answers(7, way)
    }
    #expect(answer?.bytes == [7])
    #expect(copies.pointee == 1)
  }

  private func ask(_ begin: (gcdc_copy) -> Void) -> ProcessCopy.Answer? {
    ProcessCopy.ask(for: 1, patience: .short) { way in
      copies.pointee += 1
      begin(way)
    }
  }

  private func answers(_ byte: UInt8, _ way: gcdc_copy) -> Never {
    var way = way
    var byte = byte
    gcdc_leave_copy(&way, &byte, 1)
  }
}
#endif
