// Licensed under the Apache License, Version 2.0; see LICENSE.
#if canImport(Testing) && os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDHost
import GCDReport
import GCDRuntime
import Testing

/// Keeps the issues of one Swift Testing test back while its schedules run.
///
/// A scope of the framework's own issue handling is a task-local, so whatever runs in a link of a chain
/// that was begun inside it is handled there. Blocks of a queue run in no task: on controlled threads
/// they read the framework's task-locals in a link of the same chain.
final class DeferredIssues: Sendable {
  private let chain: TaskChain

  /// The chain of the present run; one run at a time.
  private static let current = LockedState<TaskChain?>(nil)

  init(of test: Test, in failures: DeferredFailures) {
    let begun = LockedState<TaskChain?>(nil)
    IssueScope.run(in: test) { issue in
      // Known issues and warnings are the framework's to show: those of the first schedule, once.
      guard issue.failsItsTest else { return failures.isFirstSchedule }
      failures.add(AssertionFailure(issue))
      return false
    } _: {
      begun.withLock { $0 = TaskChain() }
    }
    chain = begun.withLock { $0 } ?? TaskChain()
    gcdc_host_learn_keys(true)
    _ = Test.current
    IssueScope.readTaskLocals()
    gcdc_host_learn_keys(false)
  }

  /// The enclosure of the body.
  func enclose(_ invoke: () -> Void) {
    DeferredIssues.current.withLock { $0 = chain }
    gcdc_host_adopt { work, argument in
      guard let chain = DeferredIssues.current.withLock({ $0 }) else { return work(argument) }
      chain.run { work(argument) }
    }
    chain.run(invoke)
  }

  /// No further run begins.
  func end() {
    let wasLast = DeferredIssues.current.withLock { current in
      guard current === chain else { return false }
      current = nil
      return true
    }
    if wasLast { gcdc_host_adopt(nil) }
    chain.end()
  }
}

extension AssertionFailure {
  /// The issue as the framework would word it.
  init(_ issue: Issue) {
    let place = issue.sourceLocation.map {
      CodeLocation(file: $0.pathOfFile, line: $0.line, column: $0.column)
    }
    let words = [issue.kind.description] + issue.comments.map(\.rawValue)
    self.init(message: words.joined(separator: ": "), location: place)
  }
}
#endif
