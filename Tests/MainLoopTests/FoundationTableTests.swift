// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDCheck
import XCTest

/// Foundation's and XCTest's behaviour: a table of cases, each run once on the real libraries, with short
/// real delays, and then under control, where every schedule must come to what the libraries permit.
final class FoundationTableTests: XCTestCase {
  func testOperationQueues() { judge(Case.operations) }
  func testTimers() { judge(Case.timers) }
  func testRunLoops() { judge(Case.runLoops) }
  func testTheMainQueue() { judge(Case.mainQueue) }
  func testExpectations() { judge(Case.expectations) }
  func testFulfillment() { judge(Case.fulfillments) }
  func testFulfillmentInTestCases() { judge(Case.fulfillmentsInTestCases) }

  private func judge(_ cases: [Case], file: StaticString = #filePath, line: UInt = #line) {
    for subject in cases {
      for complaint in subject.outcomes(schedules: 60).complaints(about: subject) {
        XCTFail("\(subject.name): \(complaint)", file: file, line: line)
      }
    }
  }
}

/// The table can fail.
final class TableJudgementTests: XCTestCase {
  private let subject = Case("sample", "a b", or: "b a") { _ in }

  func testGoodOutcomes() {
    let outcomes = CaseOutcomes(real: "a b", controlled: ["a b", "b a", "a b"])
    XCTAssertEqual(outcomes.complaints(about: subject), [])
  }

  func testEveryDifferenceIsNoticed() {
    let differences = [
      CaseOutcomes(real: "a", controlled: ["a b", "b a"]),
      CaseOutcomes(real: "a b", controlled: []),
      CaseOutcomes(real: "a b", controlled: ["b a", "a b"]),
      CaseOutcomes(real: "a b", controlled: ["a b", "b a", "a"]),
      CaseOutcomes(real: "a b", controlled: ["a b", "a b"]),
      CaseOutcomes(real: "a b", controlled: ["a b", "b a"], findings: ["GCD103"]),
    ]
    for difference in differences { XCTAssertNotEqual(difference.complaints(about: subject), []) }
  }

  /// With a main queue that workers serve, which is not what the real thing does here, the table complains.
  func testAMainQueueServedByWorkersIsNoticed() {
    let isOnMain = Case.mainQueue.filter {
      $0.name == "its blocks are on the main thread and on the main queue"
    }
    XCTAssertEqual(isOnMain.count, 1)
    for subject in isOnMain {
      XCTAssertNotEqual(
        subject.outcomes(schedules: 5, bodyHost: .served).complaints(about: subject), [], subject.name)
    }
  }
}
