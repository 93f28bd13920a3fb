// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import GCDCheck
import Testing

/// GCD901: the same schedule takes another trace, and the report says as much as can be known of why.
@Suite struct NotRepeatableTests {
  @Test func aCounterThatOutlivesASchedule() {
    var runs = 0
    let exploration = exploreSchedules(schedules: 20) {
      runs += 1
      if runs.isMultiple(of: 2) { DispatchQueue.global().async {} }
    }
    #expect(exploration.findings.map(\.code) == ["GCD901"])
    #expect(exploration.findings.first?.report.contains("outlives a schedule") == true)
  }

  /// Addresses decide in which order the elements of a set come; here a counter does.
  @Test func theOrderOfASetThatHashesByAddress() {
    var runs = 0
    let exploration = exploreSchedules(schedules: 20) {
      runs += 1
      DispatchQueue.global().async {}
      visit(makeLocks(2), backwards: runs.isMultiple(of: 2))
    }
    #expect(exploration.findings.map(\.code) == ["GCD901"])
    #expect(exploration.findings.first?.severity == .warning)
    #expect(exploration.schedulesRun == 20, "what is right each time goes on being explored")
    let report = exploration.findings.first?.report ?? ""
    #expect(report.contains("acquires lock #1 (") && report.contains("acquires lock #2 ("))
    #expect(report.contains("ObjectIdentifier"))
    #expect(report.contains("visit"), "the stack says who goes through the collection")
  }

  @Test func theSameOrderEachTime() {
    expectClean(schedules: 20) {
      DispatchQueue.global().async {}
      visit(makeLocks(2), backwards: false)
    }
  }

  @Test func anOrderThatNoScheduleDependsOn() {
    var runs = 0
    let exploration = expectClean(schedules: 20) {
      runs += 1
      visit(makeLocks(2), backwards: runs.isMultiple(of: 2))
    }
    #expect(exploration.isExhaustive)
  }

  @Test func aDeadlockIsToldAllTheSame() {
    var runs = 0
    let exploration = exploreSchedules(schedules: 20) {
      runs += 1
      if runs.isMultiple(of: 2) { DispatchQueue.global().async {} }
      DispatchSemaphore(value: 0).wait()
    }
    #expect(exploration.findings.map(\.code) == ["GCD901", "GCD103"])
  }
}

/// Locks that have all been used once: that is what numbers them.
private func makeLocks(_ count: Int) -> [ThreadLock] {
  (0..<count).map { _ in
    let lock = ThreadLock()
    lock.lock()
    lock.unlock()
    return lock
  }
}

private func visit(_ locks: [ThreadLock], backwards: Bool) {
  for lock in backwards ? locks.reversed() : locks {
    lock.lock()
    lock.unlock()
  }
}
