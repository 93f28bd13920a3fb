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

  func testTheCallerIsTheMainThread() { XCTAssertEqual(BodyHost.ofCaller, .mainThread) }
}
