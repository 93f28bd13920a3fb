// Licensed under the Apache License, Version 2.0; see LICENSE.
#if canImport(Testing)
import Testing

#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
/// A scope in which issues of a Swift Testing test come to a handler before they are reported.
enum IssueScope {
  /// Runs an action in such a scope; it is a task-local, so it reaches the task that the action makes.
  ///
  /// The handler returns whether the framework resumes the issue. Where the framework cannot keep an
  /// issue back (before Swift 6.2), it tells of those that were not to continue as known issues; they fail
  /// nothing either.
  static func run(
    in test: Test, handler: @escaping @Sendable (Issue) -> Bool, _ action: @escaping @Sendable () -> Void
  ) {
    #if compiler(>=6.2)
    let trait: IssueHandlingTrait = .compactMapIssues { handler($0) ? $0 : nil }
    try? SynchronousTask.run {
      try await trait.provideScope(for: test, testCase: Test.Case.current) { action() }
    }
    #else
    withKnownIssue(isIntermittent: true) {
      action()
    } matching: {
      !handler($0)
    }
    #endif
  }

  /// Reads the task-locals by which the framework finds such a scope, next to that of the running test.
  static func readTaskLocals() {
    #if compiler(<6.2)
    withKnownIssue(isIntermittent: true) {}
    #endif
  }
}
#endif

extension Issue {
  /// The issue fails its test: it is neither known nor a warning.
  var failsItsTest: Bool {
    #if compiler(>=6.3)
    isFailure
    #elseif compiler(>=6.2)
    !isKnown
    #else
    // The handler is asked for no others.
    true
    #endif
  }
}

extension SourceLocation {
  /// The path that the compiler was given.
  var pathOfFile: String {
    #if compiler(>=6.3)
    filePath
    #else
    _filePath
    #endif
  }
}
#endif
