// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDRuntime
import Testing
import XCTest

@testable import GCDCheck

@Suite struct TestHostTests {
  private let place = CallerLocation(
    fileID: "Mod/File.swift", filePath: "/src/File.swift", line: 3, column: 5)

  @Test func aSwiftTestingTestIsKnownByItsID() {
    let host = TestHost.current
    #expect(host.testID(calledAt: place) == "GCDCheckTests.TestHostTests/aSwiftTestingTestIsKnownByItsID()")
    #expect(host.callsAreOrdered)
  }

  @Test(arguments: [1]) func callsOfAParameterisedTestAreNotOrdered(_ number: Int) {
    #expect(!TestHost.current.callsAreOrdered)
  }

  @Test func aProgramIsKnownByThePlaceOfTheCall() {
    #expect(TestHost.program.testID(calledAt: place) == "Mod/File.swift:3")
  }

  /// Such a task inherits nothing from the test.
  @Test func anExpectationInADetachedTaskFailsTheSchedule() throws {
    let found = exploreSchedules(schedules: 3, seed: 1, options: .init(bodyHost: .served)) {
      try AsyncBody.runOnce { await Task.detached { #expect(Bool(false)) }.value }
    }
    #expect(found.findings.map { $0.code } == ["GCD501"])
  }

  @Test func aSkipIsNoFinding() {
    let found = exploreSchedules(schedules: 3, seed: 1) { throw XCTSkip("not here") }
    #expect(found.findings.isEmpty)
    let other = exploreSchedules(schedules: 3, seed: 1) { throw CancellationError() }
    #expect(other.findings.map { $0.code } == ["GCD501"])
  }

  @Test func theCallerIsNotOnTheMainQueue() { #expect(BodyHost.ofCaller == .served) }

  @Test @MainActor func theCallerIsOnTheMainQueue() { #expect(BodyHost.ofCaller == .mainQueue) }
}

final class TestHostXCTests: XCTestCase {
  func testAnXCTestMethodIsKnownByItsID() {
    guard case .xctest(let testCase) = TestHost.current else { return XCTFail("another host") }
    XCTAssertTrue(testCase === self)
    XCTAssertEqual(
      TestHost.current.testID(calledAt: .unknown),
      "GCDCheckTests.TestHostXCTests/testAnXCTestMethodIsKnownByItsID")
  }

  /// XCTest's own thread, which looks whether this test has ended, uses the same queue as expectations.
  func testExpectationsOfAnAsyncTestAreItsOwn() async {
    // The test waits in this call.
    nonisolated(unsafe) let test = self
    let found = exploreSchedules(schedules: 300, seed: 1, options: .init(bodyHost: .served)) {
      try AsyncBody.runOnce {
        let isDone = XCTestExpectation(description: "done")
        Task { isDone.fulfill() }
        await test.fulfillment(of: [isDone], timeout: 1)
      }
    }
    XCTAssertEqual(found.findings.map { $0.report }, [])
  }

  func testTheCallerIsTheMainThread() { XCTAssertEqual(BodyHost.ofCaller, .mainThread) }
}
