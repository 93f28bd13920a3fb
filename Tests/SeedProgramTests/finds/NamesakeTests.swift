// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import GCDCheck
import Testing

/// Objects that nothing but their number tells apart, and those that need none.
@Suite struct NamesakeTests {
  @Test func forksMadeInALoop() {
    expectFinding("GCD102", naming: "semaphore 'forks' #1 (", "semaphore 'forks' #2 (", schedules: 50) {
      let forks = (0..<2).map { _ in DispatchSemaphore(value: 1) }
      dine(forks[0], forks[1])
    }
  }

  @Test func forksMadeOneByOne() {
    let report = expectFinding("GCD102", schedules: 50) {
      let left = DispatchSemaphore(value: 1)
      let right = DispatchSemaphore(value: 1)
      dine(left, right)
    }
    #expect(!report.contains("' #"))
  }

  @Test func queuesWithOneLabel() {
    expectFinding("GCD102", naming: "\"com.acme.account\" #1 (", "\"com.acme.account\" #2 (", schedules: 50) {
      let queues = (0..<2).map { _ in DispatchQueue(label: "com.acme.account") }
      queues[0].async { queues[1].sync {} }
      queues[1].async { queues[0].sync {} }
    }
  }
}

private func dine(_ left: DispatchSemaphore, _ right: DispatchSemaphore) {
  DispatchQueue.concurrentPerform(iterations: 2) { index in
    let (first, second) = index == 0 ? (left, right) : (right, left)
    first.wait()
    second.wait()
    second.signal()
    first.signal()
  }
}
