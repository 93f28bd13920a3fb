// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import XCTest

@testable import GCDCheck

/// Async bodies that leave their own task.
final class AsyncProgramTests: XCTestCase {
  func testALongWaitCostsNothing() {
    let begin = Date()
    expectClean {
      let done = self.expectation(description: "done")
      DispatchQueue.global().asyncAfter(deadline: .now() + 20) { done.fulfill() }
      try await Task.sleep(nanoseconds: 3_000_000_000)
      await self.fulfillment(of: [done], timeout: 30)
    }
    XCTAssertLessThan(Date().timeIntervalSince(begin), 20)
  }

  /// XCTest's own failure is a finding, once, and the same one when it is replayed.
  func testAnExpectationThatIsNeverFulfilled() {
    expectFinding("GCD501", "Exceeded timeout of 5.0 seconds, with unfulfilled expectations: the reply") {
      await self.fulfillment(of: [self.expectation(description: "the reply")], timeout: 5)
    }
  }

  func testAnInvertedExpectationThatIsFulfilled() {
    expectFinding("GCD501", "Fulfilled inverted expectation 'never'") {
      let never = self.expectation(description: "never")
      never.isInverted = true
      DispatchQueue.global().asyncAfter(deadline: .now() + 1) { never.fulfill() }
      await self.fulfillment(of: [never], timeout: 5)
    }
  }

  /// The reply comes before the handler is there, in some schedules only.
  func testAContinuationThatSomeSchedulesForget() {
    #if compiler(>=6.1)
    let words = "awaits a continuation that nothing left can resume"
    #else
    // The runtime's function for checked continuations stands between the body and the continuation.
    let words = "awaits something that can never finish"
    #endif
    let exploration = expectFinding("GCD107", words) {
      let box = Box()
      let queue = DispatchQueue(label: "com.acme.replies")
      DispatchQueue.global().async { queue.sync { box.handler?() } }
      await withCheckedContinuation { continuation in
        queue.sync { box.handler = { continuation.resume() } }
      }
    }
    let report = exploration.findings.first?.report ?? ""
    XCTAssert(report.contains("AsyncProgramTests.swift"), report)
    expectClean {
      let box = Box()
      await withCheckedContinuation { continuation in
        box.handler = { continuation.resume() }
        DispatchQueue.global().async { box.handler?() }
      }
    }
  }

  func testATaskWhoseContinuationIsForgotten() {
    expectFinding("GCD107", "awaits a continuation that nothing left can resume") {
      await Task { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }.value
    }
  }

  /// The body only waits for somebody who is stuck: what holds that one up is the finding.
  func testAnAwaitIsNotTheCause() {
    expectFinding("GCD104", "group") {
      let group = DispatchGroup()
      group.enter()
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          group.wait()
          continuation.resume()
        }
      }
    }
  }

  private func expectClean(_ body: @escaping @Sendable () async throws -> Void) {
    let exploration = exploreSchedules(schedules: 100, seed: 1, options: .init(bodyHost: .served)) {
      try AsyncBody.runOnce(body)
    }
    XCTAssertEqual(exploration.findings.map(\.report), [])
    XCTAssertGreaterThan(exploration.schedulesRun, 0)
  }

  /// One finding of that code, whose report says so, and which a replay of its token repeats word for word.
  @discardableResult
  private func expectFinding(
    _ code: String, _ words: String, line: UInt = #line, _ body: @escaping @Sendable () async throws -> Void
  ) -> Exploration {
    let run = { try AsyncBody.runOnce(body) }
    let exploration = exploreSchedules(schedules: 300, seed: 7, options: .init(bodyHost: .served), run)
    XCTAssertEqual(exploration.findings.map(\.code), [code], line: line)
    guard let finding = exploration.findings.first else { return exploration }
    XCTAssert(finding.report.contains(words), finding.report, line: line)
    let replayed = exploreSchedules(replaying: finding.schedule, options: .init(bodyHost: .served), run)
    XCTAssertEqual(replayed.findings.map(\.code), [code], line: line)
    XCTAssertEqual(
      replayed.findings.first?.report.split(separator: "\n").first,
      finding.report.split(separator: "\n").first, line: line)
    return exploration
  }
}

/// Tests of a controlled class may be async, and their set-up, too.
final class ControlledAsyncTests: DeterministicTestCase {
  override class var options: ExplorationOptions { ExplorationOptions(schedules: 20) }
  private var isSetUp = false

  override func setUp() async throws {
    await MainActor.run { isSetUp = true }
    try await Task.sleep(nanoseconds: 1_000_000_000)
  }

  func testReply() async {
    let done = expectation(description: "done")
    DispatchQueue.global().asyncAfter(deadline: .now() + 5) { done.fulfill() }
    await fulfillment(of: [done], timeout: 10)
    XCTAssert(isSetUp)
  }

  @MainActor func testOnTheMainActor() async throws {
    try await Task.sleep(nanoseconds: 1_000_000_000)
    XCTAssert(Thread.isMainThread)
  }
}

// Written and called by one thread at a time.
private final class Box: @unchecked Sendable { var handler: (() -> Void)? }
