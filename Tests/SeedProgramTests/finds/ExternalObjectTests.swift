// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation
import GCDCheck
import Testing

/// Groups and semaphores that were made outside the body.
@Suite struct ExternalObjectTests {
  @Test func aChangedCountIsNamedOnce() {
    let semaphore = DispatchSemaphore(value: 0)
    let exploration = exploreSchedules(schedules: 20) {
      DispatchQueue.global().async {}
      semaphore.signal()
    }
    #expect(exploration.findings.isEmpty)
    #expect(exploration.schedulesRun > 1)
    #expect(externalObjects(exploration).count == 1)
  }

  @Test func anUnchangedCountIsNotNamed() {
    let semaphore = DispatchSemaphore(value: 1)
    let exploration = expectClean(schedules: 20) {
      semaphore.wait()
      DispatchQueue.global().sync {}
      semaphore.signal()
    }
    #expect(externalObjects(exploration).isEmpty)
  }

  @Test func aCountInsideTheBodyIsNotNamed() {
    let exploration = expectClean(schedules: 20) { DispatchSemaphore(value: 0).signal() }
    #expect(externalObjects(exploration).isEmpty)
  }

  @Test func aFindingSaysThatItsSemaphoreComesFromOutside() {
    let semaphore = DispatchSemaphore(value: 2)
    expectFinding("GCD103", naming: "made outside the body", "build it inside", schedules: 20) {
      semaphore.wait()
      semaphore.wait()
      semaphore.wait()
    }
    semaphore.signal()
    semaphore.signal()
  }

  @Test func realEntriesAreWaitedFor() {
    let group = DispatchGroup()
    group.enter()
    Thread.detachNewThread {
      usleep(100_000)
      group.leave()
    }
    expectClean(schedules: 20) { group.wait() }
  }

  @Test func anEntryThatStaysIsUncontrolledWork() {
    let group = DispatchGroup()
    group.enter()
    expectFinding("GCD902", severity: .warning, naming: "DispatchGroup", schedules: 5) {
      group.leave()
      group.wait()
    }
    group.leave()
  }

  private func externalObjects(_ exploration: Exploration) -> [String] {
    exploration.notes.map { "\($0)" }.filter { $0.contains("madeOutsideBody") }
  }
}
