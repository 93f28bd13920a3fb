// Licensed under the Apache License, Version 2.0; see LICENSE.
#if canImport(Testing)
import Testing

/// What the framework makes of an issue; it notifies only its own handlers of issues.
enum IssueOutcome {
  /// Records an issue.
  ///
  /// - Returns: Whether the test fails by it; false inside `withKnownIssue`, where that knows it. Before
  ///   Swift 6.2 the framework does not say, and the answer is true.
  static func ofRecording(_ comment: Comment, at location: SourceLocation, in test: Test?) -> Bool {
    #if compiler(>=6.2) && os(Linux) && !GCDCHECK_OTHER_PLATFORM
    if let test {
      let isFailure = LockedState<Bool?>(nil)
      // Task-locals, and with them what is known around the caller, reach the task that records.
      IssueScope.run(in: test) { issue in
        isFailure.withLock { $0 = issue.failsItsTest }
        return true
      } _: {
        Issue.record(comment, sourceLocation: location)
      }
      return isFailure.withLock { $0 ?? true }
    }
    #endif
    Issue.record(comment, sourceLocation: location)
    return true
  }
}
#endif
