// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDRuntime

#if canImport(Testing)
  import Testing
#endif
#if canImport(XCTest)
  import XCTest
#endif

extension TestHost {
  /// Records each finding at the call: errors fail the test, warnings are shown.
  func record(_ findings: [Finding], at location: CallerLocation) {
    for finding in findings where finding.severity != .error { show(finding.report, at: location) }
    for finding in findings where finding.severity == .error { fail(finding.report, at: location) }
    if case .program = self, findings.contains(where: { $0.severity == .error }) { endProcess(with: .finding) }
  }

  /// Records that no controlled run was possible.
  func record(_ notice: Notice, at location: CallerLocation) {
    fail(notice.text, at: location)
    if case .program = self { endProcess(with: .toolFailed) }
  }

  /// Fails the test with a text; in a program only prints it.
  private func fail(_ text: String, at location: CallerLocation) {
    switch self {
    #if canImport(Testing)
      case .swiftTesting:
        Issue.record(Comment(rawValue: text), sourceLocation: SourceLocation(location))
    #endif
    #if canImport(XCTest)
      case .xctest(let testCase):
        testCase.recordFailure(
          withDescription: text, inFile: location.filePath, atLine: location.line, expected: true)
    #endif
    case .program: ProcessOutput.result(text)
    }
  }

  private func show(_ text: String, at location: CallerLocation) {
    switch self {
    #if canImport(Testing)
      case .swiftTesting:
        Issue.record(Comment(rawValue: text), severity: .warning, sourceLocation: SourceLocation(location))
    #endif
    #if canImport(XCTest)
      case .xctest: ProcessOutput.aside(text)
    #endif
    case .program: ProcessOutput.result(text)
    }
  }
}

#if canImport(Testing)
  extension SourceLocation {
    init(_ location: CallerLocation) {
      self.init(
        fileID: location.fileID, filePath: location.filePath, line: max(location.line, 1),
        column: max(location.column, 1))
    }
  }

  extension Test {
    /// `AppTests.CacheTests/reload()`: what `swift test --filter` takes, without the place in the source.
    var filterableID: String { "\(id.moduleName).\(id.nameComponents.joined(separator: "/"))" }
  }
#endif
