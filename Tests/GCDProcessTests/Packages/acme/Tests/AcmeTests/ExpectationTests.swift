// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import XCTest

/// Expectations with a time limit.
final class ExpectationTests: XCTestCase {
  func testAllAreAnswered() { askThree { _ in true } }

  /// What never comes is behind a group, of which the expectation knows nothing.
  func testOneIsNotAnswered() { askThree { $0 != 1 } }

  private func askThree(isAnswered: @escaping @Sendable (Int) -> Bool) {
    let all = expectation(description: "all")
    let group = DispatchGroup()
    let server = DispatchQueue(label: "server")
    for number in 0..<3 {
      server.async {}
      group.enter()
      server.async { if isAnswered(number) { group.leave() } }
    }
    group.notify(queue: .main) { all.fulfill() }
    wait(for: [all], timeout: 5)
  }

  /// Who waits may continue as soon as the expectation is fulfilled.
  func testFulfillsBeforeItWrites() {
    let (value, written) = (Value(), expectation(description: "written"))
    DispatchQueue.global().async {
      written.fulfill()
      value.isThere = true
    }
    wait(for: [written], timeout: 5)
    XCTAssertTrue(value.isThere)
  }

  func testFulfillsWhenItHasWritten() {
    let (value, written) = (Value(), expectation(description: "written"))
    DispatchQueue.global().async {
      value.isThere = true
      written.fulfill()
    }
    wait(for: [written], timeout: 5)
    XCTAssertTrue(value.isThere)
  }

  func testFulfillsForATaskBeforeItWrites() async {
    let (value, written) = (Value(), expectation(description: "written"))
    DispatchQueue.global().async {
      written.fulfill()
      value.isThere = true
    }
    await fulfillment(of: [written], timeout: 5)
    XCTAssertTrue(value.isThere)
  }

  func testFulfillsForATaskWhenItHasWritten() async {
    let (value, written) = (Value(), expectation(description: "written"))
    DispatchQueue.global().async {
      value.isThere = true
      written.fulfill()
    }
    await fulfillment(of: [written], timeout: 5)
    XCTAssertTrue(value.isThere)
  }
}

/// A value that the order of calls has to guard.
private final class Value: @unchecked Sendable {
  var isThere = false
}
