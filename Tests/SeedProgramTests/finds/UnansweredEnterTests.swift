// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import GCDCheck
import Testing

/// Groups that are entered on several lines and left once less: the report begins at an enter.
@Suite struct UnansweredEnterTests {
  /// The block that would signal is registered behind a group that was entered twice and left once.
  private func requests(forgets: Bool) {
    let group = DispatchGroup()
    let done = DispatchSemaphore(value: 0)
    group.enter()
    group.enter()
    DispatchQueue.global().async { group.leave() }
    DispatchQueue.global().async { if !forgets { group.leave() } }
    group.notify(queue: .global()) { done.signal() }
    done.wait()
  }

  @Test func beginsAtTheLikelyEnterOfTwo() throws {
    let report = expectFinding("GCD104", naming: "group 'group'", "ended without a leave") {
      requests(forgets: true)
    }
    let second = #line - 11
    #expect(report.contains("UnansweredEnterTests.swift:\(second):"))
    #expect(report.contains("a leave is missing, for this enter or that at line \(second - 1)"))
    #expect(report.contains("the block submitted at UnansweredEnterTests.swift:\(second + 2) ended"))
    #expect(report.contains("needs 1 more leave; nothing left could make it"))
  }

  @Test func theTwinIsClean() { expectClean { requests(forgets: false) } }

  /// Each is entered before its own block: nothing is left to choose from.
  @Test func eachBlockLeavesTheEnterBeforeIt() {
    let first = #line + 4
    let report = expectFinding("GCD104") {
      let group = DispatchGroup()
      for _ in 0..<1 {
        group.enter()
        DispatchQueue.global().async { if first < 0 { group.leave() } }
      }
      group.enter()
      DispatchQueue.global().async { group.leave() }
      group.wait()
    }
    #expect(report.contains("UnansweredEnterTests.swift:\(first):"))
    #expect(report.contains("entered here, and not left"))
  }

  /// Neither of two is left by anyone.
  @Test func bothAreNamed() {
    let first = #line + 3
    let report = expectFinding("GCD104") {
      let group = DispatchGroup()
      group.enter()
      group.enter()
      group.wait()
    }
    #expect(report.contains("entered here and at line \(first), not left"))
  }

  /// Other blocks behind the same group could not leave it.
  @Test func anotherNotifyIsNoHelp() {
    let report = expectFinding("GCD104") {
      let group = DispatchGroup()
      let done = DispatchSemaphore(value: 0)
      group.enter()
      group.notify(queue: .global()) { done.signal() }
      group.notify(queue: .global()) { done.signal() }
      done.wait()
    }
    #expect(report.contains("nothing left could make it"))
    #expect(!report.contains("queued"))
  }

  /// A `leave` that comes after a wait of its own is behind the wait that is the cause.
  @Test func aLeaveBehindAWaitIsNamed() {
    expectFinding("GCD103", naming: "semaphore 'answer'") {
      let group = DispatchGroup()
      let answer = DispatchSemaphore(value: 0)
      let done = DispatchSemaphore(value: 0)
      group.enter()
      group.enter()
      DispatchQueue.global().async {
        answer.wait()
        group.leave()
      }
      DispatchQueue.global().async { group.leave() }
      group.notify(queue: .global()) { done.signal() }
      done.wait()
    }
  }
}
