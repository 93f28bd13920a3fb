// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import GCDCheck
import XCTest

final class XCTestTests: XCTestCase {
  func testAnAssertionInTheBodyIsAFindingAndNotRecorded() {
    let exploration = exploreSchedules(schedules: 10) { XCTFail("in the body") }
    XCTAssertEqual(exploration.findings.map(\.code), ["GCD501"])
    XCTAssertEqual(testRun?.totalFailureCount, 0)
    XCTAssertTrue(exploration.findings.first?.message.contains("in the body") ?? false)
  }

  func testAnAssertionInABlockIsAFinding() {
    let exploration = exploreSchedules(schedules: 10) {
      let group = DispatchGroup()
      DispatchQueue.global().async(group: group) { XCTAssertEqual(1, 2, "in a block") }
      group.wait()
    }
    XCTAssertEqual(exploration.findings.map(\.code), ["GCD501"])
    XCTAssertEqual(testRun?.totalFailureCount, 0)
  }

  func testUnwrapIsToldOnce() {
    let exploration = exploreSchedules(schedules: 10) { _ = try XCTUnwrap(Optional<Int>.none, "needed") }
    XCTAssertEqual(exploration.findings.count, 1)
    XCTAssertFalse(exploration.findings.first?.report.contains("XCTestErrorWhileUnwrapping") ?? true)
  }

  func testMainQueueIsNotServedInASynchronousTest() {
    let exploration = exploreSchedules(schedules: 10) { DispatchQueue.main.sync {} }
    XCTAssertEqual(exploration.findings.map(\.code), ["GCD101"])
  }

  func testABodyThatHasNoDefect() {
    var calls = 0
    withDeterministicScheduling(schedules: 20) {
      calls += 1
      let queue = DispatchQueue(label: "com.acme.queue")
      var value = 0
      queue.sync { value += 1 }
      XCTAssertEqual(value, 1)
    }
    XCTAssertGreaterThan(calls, 0)
  }
}

/// Each schedule has its own instance and its own set-up and tear-down.
final class DeterministicTestCaseTests: DeterministicTestCase {
  override class var options: ExplorationOptions { ExplorationOptions(schedules: 4) }

  // XCTest runs its methods on one thread, and virtual threads one at a time.
  nonisolated(unsafe) private static var log: [String] = []
  private var isSetUp = false

  override func setUp() {
    XCTAssertFalse(isSetUp)
    isSetUp = true
    DeterministicTestCaseTests.log.append("set up")
  }

  override func tearDown() { DeterministicTestCaseTests.log.append("tear down") }

  func testTheSequenceOfASchedule() {
    XCTAssertTrue(isSetUp)
    XCTAssertEqual(DeterministicTestCaseTests.log.suffix(1), ["set up"])
    XCTAssertEqual(DeterministicTestCaseTests.log.count % 4, 1)
    addTeardownBlock { DeterministicTestCaseTests.log.append("block") }
    DeterministicTestCaseTests.log.append("test")
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {}
    group.wait()
  }

  func testZTheSequenceWasKeptInEachSchedule() {
    let log = DeterministicTestCaseTests.log.prefix { $0 != "tear down" }
    XCTAssertEqual(Array(log), ["set up", "test", "block"])
  }
}

/// XCTest looks ten times in a second whether an async test has ended: the test waits for no such time.
final class AsyncTestCaseTests: DeterministicTestCase {
  override class var options: ExplorationOptions { ExplorationOptions(schedules: 2) }

  func testYieldsUntilATime() async {
    let end = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < end { await Task.yield() }
  }
}
