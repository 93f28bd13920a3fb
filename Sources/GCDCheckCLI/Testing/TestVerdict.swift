// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Foundation
import GCDReport
import GCDRuntime

/// Turns "the process ended with status 1" into what the test framework says about it.
struct TestVerdict {
  let bundle: TestBundle
  let sources: TestSources

  /// - Parameters:
  ///   - output: what the test printed in this schedule.
  ///   - test: the test alone.
  func worded(_ finding: Finding, _ output: String, _ test: ListedTest) -> Finding {
    guard case .testFailed(var failure) = finding.kind, case .status = failure.cause else { return finding }
    var finding = finding
    let failures = FrameworkFailure.list(output)
    if let first = failures.first {
      failure.cause = .assertion(message: first.message)
      failure.further += failures.dropFirst().map { .assertion(message: $0.message) }
      finding.kind = .testFailed(failure)
      let location = sources.location(of: first)
      finding.location = location
      finding.excerpt = SourceText.excerpt(at: location)
    }
    // In the first schedule everything goes its usual way: perhaps nothing hangs on the order.
    if finding.context.schedule == 1, (try? bundle.failsPlainly(test)) == true {
      finding.remarks.append(.failsWithoutControl)
    }
    return finding
  }
}
#endif
