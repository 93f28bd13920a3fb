// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import Glibc

/// Says more about a failure from what the program prints in its schedule, as a test framework does.
package struct FailureWording {
  /// Takes what the program prints.
  private let output = NamelessFile("gcdcheck-output")
  private let translate: (Finding, _ output: String, _ trace: [StepLine]) -> Finding

  /// - Parameter translate: puts what was printed, and done, into a finding.
  package init(_ translate: @escaping (Finding, _ output: String, _ trace: [StepLine]) -> Finding) {
    self.translate = translate
  }

  func worded(_ finding: Finding, _ trace: [StepLine]) -> Finding {
    var bytes = [UInt8](repeating: 0, count: FailureWording.mostBytes)
    let count = pread(output.descriptor, &bytes, bytes.count, 0)
    _ = ftruncate(output.descriptor, 0)
    return translate(finding, String(decoding: bytes.prefix(max(0, count)), as: UTF8.self), trace)
  }

  /// For the program's process; nil where the system gives no such file.
  var path: String? { output.descriptor < 0 ? nil : output.path }

  /// Longer schedules are not told step by step.
  static let mostSteps = 100_000
  /// The first assertion stands near the beginning.
  private static let mostBytes = 1 << 20
}
#endif
