// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDCheck
import XCTest

/// Expectations of a test that runs under control.
final class ExpectationProgramTests: XCTestCase {
  func testALongWaitCostsNothing() {
    let begin = Date()
    expectClean {
      let done = self.expectation(description: "done")
      DispatchQueue.global().asyncAfter(deadline: .now() + 20) { DispatchQueue.main.async { done.fulfill() } }
      self.wait(for: [done], timeout: 30)
    }
    XCTAssertLessThan(Date().timeIntervalSince(begin), 20)
  }

  /// XCTest's own failure is a finding, once, with seed and token, and no failure of the test that explores.
  func testAWaitInVainIsAFinding() {
    let exploration = exploreSchedules(schedules: 50, seed: 7) {
      let never = self.expectation(description: "the reply")
      self.wait(for: [never], timeout: 5)
    }
    XCTAssertEqual(exploration.findings.map(\.code), ["GCD501"])
    let report = exploration.findings.first?.report ?? ""
    XCTAssert(
      report.contains("Exceeded timeout of 5.0 seconds, with unfulfilled expectations: the reply"), report)
    XCTAssert(report.contains("seed 7"), report)
    XCTAssert(report.contains("replay:"), report)
  }

  /// The reply is lost in some schedules only.
  func testAReplyThatSomeSchedulesLose() {
    let exploration = exploreSchedules(schedules: 500, seed: 1) {
      let done = self.expectation(description: "done")
      let box = Box()
      DispatchQueue.global().async { box.handler?() }
      DispatchQueue.global().async { box.handler = { done.fulfill() } }
      self.wait(for: [done], timeout: 1)
    }
    XCTAssertEqual(exploration.findings.map(\.code), ["GCD501"])
    XCTAssert(exploration.findings.first?.report.contains("unfulfilled expectations: done") ?? false)
  }

  func testInvertedExpectations() {
    expectClean(schedules: 50) {
      let never = self.expectation(description: "never")
      never.isInverted = true
      DispatchQueue.main.asyncAfter(deadline: .now() + 10) { never.fulfill() }
      self.wait(for: [never], timeout: 5)
    }
    let exploration = exploreSchedules(schedules: 50, seed: 1) {
      let never = self.expectation(description: "never")
      never.isInverted = true
      DispatchQueue.main.asyncAfter(deadline: .now() + 3) { never.fulfill() }
      self.wait(for: [never], timeout: 5)
    }
    XCTAssertEqual(exploration.findings.map(\.code), ["GCD501"])
  }

  func testWaitForExpectations() {
    expectClean(schedules: 50) {
      let done = self.expectation(description: "done")
      DispatchQueue.global().async { done.fulfill() }
      MainActor.assumeIsolated { self.waitForExpectations(timeout: 3) }
    }
  }

  /// A deadlock in the middle of a wait leaves nothing behind for the next schedule.
  func testADeadlockDuringAWait() {
    let exploration = exploreSchedules(schedules: 100, seed: 1, options: .init(keepGoing: true)) {
      let done = self.expectation(description: "done")
      DispatchQueue.main.async { DispatchQueue.main.sync { done.fulfill() } }
      self.wait(for: [done], timeout: 3)
    }
    XCTAssertEqual(exploration.findings.map(\.code), ["GCD101"])
    expectClean(schedules: 20) {
      let done = XCTestExpectation(description: "done")
      DispatchQueue.main.async { done.fulfill() }
      self.wait(for: [done], timeout: 3)
    }
  }
}

/// Every test of the class under control, as users write them.
final class ControlledExpectationTests: DeterministicTestCase {
  override class var options: ExplorationOptions { ExplorationOptions(schedules: 50) }

  func testReply() {
    let done = expectation(description: "done")
    let replies = Journal()
    DispatchQueue.global().async {
      DispatchQueue.main.async {
        replies.note(1)
        done.fulfill()
      }
    }
    wait(for: [done], timeout: 10)
    XCTAssertEqual(replies.text, "1")
  }

  func testOperations() {
    let queue = OperationQueue()
    let done = expectation(description: "done")
    done.expectedFulfillmentCount = 3
    for _ in 0..<3 { queue.addOperation { done.fulfill() } }
    waitForExpectations(timeout: 10)
  }
}

// Written before the wait begins, called by the one block that ends it.
private final class Box: @unchecked Sendable { var handler: (() -> Void)? }
