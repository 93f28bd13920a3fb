// Licensed under the Apache License, Version 2.0; see LICENSE.
#if canImport(XCTest) && os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDRuntime
import XCTest

/// A test class whose every test runs under control: set-up, test and tear-down inside each schedule.
///
/// Each schedule has an instance of its own. Options are the class's; the environment beats them.
open class DeterministicTestCase: XCTestCase {
  /// The options of every test of the class.
  open class var options: ExplorationOptions { ExplorationOptions() }

  private let test: (XCTestCase) throws -> Void
  /// Where failed assertions go while schedules run.
  private var failures: DeferredFailures?

  /// Called by XCTest, for each test.
  public required init(name: String, testClosure: @escaping (XCTestCase) throws -> Void) {
    test = testClosure
    super.init(name: name, testClosure: testClosure)
  }

  /// Explores the test: set-up, test and tear-down run once for each schedule.
  open override func invokeTest() {
    let skip = ControlledTest(type(of: self).options, in: .xctest(self)).run(runInstance)
    // XCTest records a skip only where it calls the test itself; nothing is left to explore.
    if skip != nil { super.invokeTest() }
  }

  /// Calls `work` while failed assertions of this test are collected in `failures`.
  func collecting<Result>(in failures: DeferredFailures, during work: () -> Result) -> Result {
    self.failures = failures
    defer { self.failures = nil }
    return work()
  }

  /// Keeps a failure of a schedule back until the exploration is over.
  open override func recordFailure(
    withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
  ) {
    if let failures {
      failures.add(
        AssertionFailure(message: description, location: CodeLocation(file: filePath, line: lineNumber)))
    } else {
      super.recordFailure(
        withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
    }
  }

  private func runInstance() throws {
    let instance = type(of: self).init(name: name, testClosure: test)
    instance.failures = failures
    try instance.runSequence()
  }

  /// What `invokeTest` does, without the run loop that it turns.
  private func runSequence() throws {
    var first: (any Error)?
    func keepFirst(_ step: () throws -> Void) { do { try step() } catch { first = first ?? error } }
    // The task that it crosses to runs on this thread, to its end, before the next line.
    nonisolated(unsafe) let instance = self
    keepFirst {
      try AsyncBody.runOnce { try await instance.setUp() }
      try setUpWithError()
      setUp()
      try test(self)
    }
    for block in TeardownBlocks.of(self).reversed() { keepFirst(block) }
    tearDown()
    keepFirst { try tearDownWithError() }
    keepFirst { try AsyncBody.runOnce { try await instance.tearDown() } }
    if let first { throw first }
  }
}
#elseif canImport(XCTest)
import GCDRuntime
import XCTest

/// A test class whose every test runs under control, where that is possible; here its tests run as they
/// are.
open class DeterministicTestCase: XCTestCase {
  /// The options of every test of the class.
  open class var options: ExplorationOptions { ExplorationOptions() }

  open override func invokeTest() {
    Platform.announceOnce()
    super.invokeTest()
  }
}
#endif
