// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import Glibc

/// Says more about a failure from what the program prints in its schedule, as a test framework does.
package struct FailureWording {
  /// Takes what the program prints; made and removed here.
  let file: String
  private let translate: (Finding, _ output: String, _ trace: [StepLine]) -> Finding

  /// - Parameters:
  ///   - file: may be written, and is nobody else's.
  ///   - translate: puts what was printed, and done, into a finding.
  package init(
    file: String, _ translate: @escaping (Finding, _ output: String, _ trace: [StepLine]) -> Finding
  ) {
    self.file = file
    self.translate = translate
  }

  func worded(_ finding: Finding, _ trace: [StepLine]) -> Finding {
    defer { unlink(file) }
    guard let stream = fopen(file, "re") else { return finding }
    defer { fclose(stream) }
    var bytes = [UInt8](repeating: 0, count: FailureWording.mostBytes)
    let count = fread(&bytes, 1, bytes.count, stream)
    return translate(finding, String(decoding: bytes.prefix(count), as: UTF8.self), trace)
  }

  /// Longer schedules are not told step by step.
  static let mostSteps = 100_000
  /// The first assertion stands near the beginning.
  private static let mostBytes = 1 << 20
}
#endif
