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
