// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation
import Testing

@testable import GCDCheck

/// What a body leaves behind when it returns: a wait that holds up others is a fault, a service is none.
@Suite struct LeftBehindTests {
  private func findings(_ body: @escaping () -> Void) -> [Finding] {
    let found = exploreSchedules(schedules: 20, seed: 1, body)
    if let first = found.findings.first {
      let again = exploreSchedules(replaying: first.schedule, body)
      #expect(again.findings.first?.kind == first.kind)
      #expect(again.findings.first?.steps == first.steps)
    }
    return found.findings
  }

  /// Two blocks wait for a semaphore with the lock that both need.
  private func waitTwice(for ready: DispatchSemaphore) {
    let lock = NSLock()
    for _ in 0..<2 {
      DispatchQueue.global().async {
        lock.lock()
        ready.wait()
        lock.unlock()
      }
    }
  }

  /// The barrier waits for a group that is left behind a sync to its queue.
  @Test func aBarrierAndASyncBehindIt() throws {
    let found = findings {
      let (cache, group) = (DispatchQueue(label: "cache", attributes: .concurrent), DispatchGroup())
      group.enter()
      cache.async(flags: .barrier) {
        DispatchQueue.global().async {
          cache.sync {}
          group.leave()
        }
        group.wait()
      }
    }
    let first = try #require(found.first)
    #expect(first.code == "GCD104")
    #expect(first.alsoStuck.count == 1, "\(first.report)")
  }

  /// A block in a serial queue behind one that waits for ever never begins.
  @Test func aBlockBehindAWaitInItsQueue() throws {
    let found = findings {
      let (letters, stamp) = (DispatchQueue(label: "letters"), DispatchSemaphore(value: 0))
      letters.async { stamp.wait() }
      letters.async {}
    }
    let first = try #require(found.first)
    #expect(first.code == "GCD103")
    #expect(first.alsoStuck.count == 1, "\(first.report)")
  }

  /// A service with nothing behind it, or beside which others begin, holds up nobody.
  @Test func aServiceInAQueueOfItsOwn() {
    let found = findings {
      let (letters, stamp) = (DispatchQueue(label: "letters"), DispatchSemaphore(value: 0))
      letters.async {}
      letters.async { stamp.wait() }
      DispatchQueue.global().async { stamp.wait() }
      DispatchQueue.global().async {}
    }
    #expect(found.isEmpty, "\(found.first?.report ?? "")")
  }

  /// A lock that is freed while it is locked: its memory is something else by the end of the schedule.
  @Test func theMemoryOfALockThatIsGoneIsLeftAlone() {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
    defer { memory.deallocate() }
    let found = findings {
      // The block that locks it has ended when it is destroyed.
      nonisolated(unsafe) let mutex = memory.assumingMemoryBound(to: pthread_mutex_t.self)
      let group = DispatchGroup()
      pthread_mutex_init(mutex, nil)
      DispatchQueue.global().async(group: group) { pthread_mutex_lock(mutex) }
      group.wait()
      pthread_mutex_destroy(mutex)
      memset(memory, 0xaa, 64)
    }
    #expect(found.isEmpty)
    #expect((0..<64).allSatisfy { memory.load(fromByteOffset: $0, as: UInt8.self) == 0xaa })
  }

  @Test func aLockThatIsKeptDuringAWait() throws {
    let found = findings {
      let ready = DispatchSemaphore(value: 0)
      waitTwice(for: ready)
    }
    #expect(try #require(found.first).code == "GCD103")
  }

  @Test func aServiceThatWaitsForWork() {
    let found = findings {
      let (work, queue) = (DispatchSemaphore(value: 0), DispatchQueue(label: "service"))
      queue.async { while true { work.wait() } }
      // What is submitted to it later is not waited for.
      queue.async {}
      work.signal()
    }
    #expect(found.isEmpty, "\(found.map(\.report))")
  }

  @Test func aWaitThatTimeEnds() {
    let found = findings {
      let ready = DispatchSemaphore(value: 0)
      waitTwice(for: ready)
      for delay in [1, 120] {
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(delay)) { ready.signal() }
      }
    }
    #expect(found.isEmpty, "\(found.map(\.report))")
  }

  @Test func aWaitThatOthersMayEndLater() {
    // Made outside of the body: who else has it is not known.
    let ready = DispatchSemaphore(value: 0)
    let found = findings {
      waitTwice(for: ready)
    }
    #expect(found.isEmpty, "\(found.map(\.report))")
  }
}
