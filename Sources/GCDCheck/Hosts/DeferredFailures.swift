// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDRuntime
import Synchronization

#if canImport(Testing)
import Testing
#endif

/// Assertions that failed inside the body of the current schedule, kept from the test framework.
final class DeferredFailures: Sendable {
  private let failures = LockedState<[AssertionFailure]>([])
  private let schedulesEnded = Atomic(0)
  /// False as long as nothing has failed since the last call of `take`: that is asked after each schedule.
  private let hasFailures = Atomic(false)

  /// Whether the schedule that runs now is the first one.
  var isFirstSchedule: Bool { schedulesEnded.load(ordering: .relaxed) == 0 }

  /// Called on any thread of the run, by the framework's own code.
  func add(_ failure: AssertionFailure) {
    failures.withLock { failures in
      failures.append(failure)
      hasFailures.store(true, ordering: .releasing)
    }
  }

  /// All since the last call, the first one first.
  func take() -> [AssertionFailure] {
    schedulesEnded.add(1, ordering: .relaxed)
    if !hasFailures.load(ordering: .acquiring) { return [] }
    return failures.withLock { failures in
      defer { failures = [] }
      hasFailures.store(false, ordering: .relaxed)
      return failures
    }
  }

  /// Whether an error is how a test says that it does not want to run: `XCTSkip`, or what `Test.cancel`
  /// throws.
  static func isSkip(_ error: any Error) -> Bool {
    let name = String(reflecting: type(of: error))
    return name == "XCTest.XCTSkip" || name == "Testing.SkipInfo"
  }

  /// Whether an error only repeats an assertion that was withheld: that of `#require` and of `XCTUnwrap`.
  func alreadyTell(of error: any Error) -> Bool {
    guard failures.withLock({ !$0.isEmpty }) else { return false }
    #if canImport(Testing)
    if error is ExpectationFailedError { return true }
    #endif
    return String(describing: type(of: error)) == "XCTestErrorWhileUnwrappingOptional"
  }
}
#endif
