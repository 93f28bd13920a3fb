// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDRuntime

/// Says more about a failure from what the program prints in its schedule, as a test framework does.
package struct FrameworkMessage {
  private let translate: (Finding, _ output: String, _ trace: [StepLine]) -> Finding

  /// - Parameter translate: puts what was printed, and done, into a finding.
  package init(_ translate: @escaping (Finding, _ output: String, _ trace: [StepLine]) -> Finding) {
    self.translate = translate
  }

  func addingFrameworkMessage(_ finding: Finding, _ printed: PrintedRun) -> Finding {
    translate(finding, printed.output, printed.trace)
  }

  /// Longer schedules are not reported step by step.
  static let mostSteps = 100_000
}
#endif
