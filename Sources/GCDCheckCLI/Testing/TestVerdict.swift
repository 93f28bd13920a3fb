// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Foundation
import GCDProcess
import GCDReport
import GCDRuntime

/// Turns "the process ended with status 1" into what the test framework says about it.
struct TestVerdict {
  let sources: TestSources
  /// Whether the test fails as well where nothing controls it; nil where that is not asked.
  let failsPlainly: (() -> Bool)?

  /// For the explorer of one test.
  var wording: FrameworkMessage { FrameworkMessage(addingFrameworkMessage) }

  /// For the explorer of any other program, which has no framework: what a trap says.
  static var wordingOfTraps: FrameworkMessage {
    FrameworkMessage { finding, output, _ in
      guard case .testFailed(let failure) = finding.kind, failure.cause == .trap(message: nil) else {
        return finding
      }
      var finding = finding
      reportTrap(output, &finding, failure)
      return finding
    }
  }

  /// - Parameters:
  ///   - output: what the test printed in this schedule.
  ///   - trace: what it did.
  func addingFrameworkMessage(_ finding: Finding, _ output: String, _ trace: [StepLine]) -> Finding {
    guard case .testFailed(let failure) = finding.kind else { return finding }
    var finding = finding
    switch failure.cause {
    case .status: reportAssertions(output, trace, &finding, failure)
    case .trap(nil): TestVerdict.reportTrap(output, &finding, failure)
    default: break
    }
    // In the first schedule everything goes its usual way, and what comes from outside may fail a test at any
    // time: perhaps nothing hangs on the order.
    let mayBeUsual = finding.context.schedule == 1 || finding.context.verdict == .potential
    // Without control the process ends as soon as its tests have: whether what they left behind fails before
    // is chance.
    if finding.remarks.contains(.leftBehind(byTest: true)) { return finding }
    if mayBeUsual, failsPlainly?() == true {
      finding.remarks.append(.failsWithoutControl)
    }
    return finding
  }

  private func reportAssertions(
    _ output: String, _ trace: [StepLine], _ finding: inout Finding, _ failure: TestFailure
  ) {
    let failures = FrameworkFailure.list(output)
    guard let first = failures.first else { return }
    var failure = failure
    failure.cause = .assertion(message: first.message)
    failure.further += failures.dropFirst().map { .assertion(message: $0.message) }
    finding.kind = .testFailed(failure)
    let location = sources.location(of: first)
    finding.location = location
    finding.excerpt = SourceText.excerpt(at: location)
    // The stack is that of the framework, which ends the process, and so are the last steps.
    finding.participants = []
    let steps = trace.isEmpty ? finding.steps.lines : trace
    finding.steps.lines = steps.filter(isOfThePackage).suffix(TestVerdict.mostSteps)
  }

  private static let mostSteps = 24

  /// A call that is in the package's own code, and not in what SwiftPM makes for it.
  private func isOfThePackage(_ step: StepLine) -> Bool {
    guard let file = step.location?.file else { return false }
    return !file.contains("/.build/") && !file.hasPrefix(".build/")
      && !file.hasSuffix("discovered-tests.swift")
  }

  /// `Acme/Cache.swift:12: Fatal error: Index out of range`
  private static func reportTrap(_ output: String, _ finding: inout Finding, _ failure: TestFailure) {
    guard let match = output.firstMatch(of: /(?:Fatal error|Precondition failed|Assertion failed): (.*)/)
    else { return }
    var failure = failure
    failure.cause = .trap(message: String(match.1))
    finding.kind = .testFailed(failure)
  }
}
#endif
