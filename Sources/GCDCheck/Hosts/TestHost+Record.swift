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
  ///
  /// - Returns: The errors that the test asks for (`withKnownIssue`).
  func record(_ findings: [Finding], at location: CallerLocation) -> [Finding] {
    var known: [Finding] = []
    for finding in findings {
      let place = location.line > 0 ? location : CallerLocation(finding.location)
      if finding.severity == .error {
        if !fail(finding.report, at: place) { known.append(finding) }
      } else {
        show(finding.report, at: place)
      }
    }
    if case .program = self, findings.contains(where: { $0.severity == .error }) {
      endProcess(with: .finding)
    }
    return known
  }

  /// Records that no controlled run was possible.
  func record(_ notice: Notice, at location: CallerLocation) {
    fail(notice.text, at: location)
    if case .program = self { endProcess(with: .toolFailed) }
  }

  /// Says of a test without errors that time has cut it too early to be called good.
  ///
  /// - Parameter isFailure: It fails by that; in a program it ends the process.
  func recordHardlyTried(_ ended: TestEnded, isFailure: Bool, at location: CallerLocation) {
    let notice = Notice.hardlyTried(test: ended.test, amount: ended.amount)
    guard isFailure else { return ProcessOutput.aside(notice.text) }
    fail(notice.text, at: location)
    if case .program = self { endProcess(with: .cut) }
  }

  /// Records something that a controlled body did; it becomes a failure of the present run.
  func recordInside(_ notice: Notice, at location: CallerLocation) {
    #if canImport(XCTest) && os(Linux) && !GCDCHECK_OTHER_PLATFORM
    // The test of this host is replaced; the one in its place collects.
    if case .xctest = self, let recorder = FailureRecorder.current {
      return TestHost.xctest(recorder).record(notice, at: location)
    }
    #endif
    record(notice, at: location)
  }

  /// Fails the test with a text; in a program only prints it.
  ///
  /// - Returns: Whether the test fails by it; false for an issue that it knows.
  @discardableResult
  private func fail(_ text: String, at location: CallerLocation) -> Bool {
    switch self {
    #if canImport(Testing)
    case .swiftTesting(let test):
      return IssueOutcome.ofRecording(Comment(rawValue: text), at: SourceLocation(location), in: test)
    #endif
    #if canImport(XCTest)
    case .xctest(let testCase):
      testCase.recordFailure(text, at: location)
    #endif
    case .program: ProcessOutput.result(text)
    }
    return true
  }

  private func show(_ text: String, at location: CallerLocation) {
    switch self {
    #if canImport(Testing)
    case .swiftTesting:
      #if compiler(>=6.3)
      Issue.record(Comment(rawValue: text), severity: .warning, sourceLocation: SourceLocation(location))
      #else
      // Each issue is a failure to a framework without warnings.
      ProcessOutput.aside(text)
      #endif
    #endif
    #if canImport(XCTest)
    case .xctest: ProcessOutput.aside(text)
    #endif
    case .program: ProcessOutput.result(text)
    }
  }
}

extension CallerLocation {
  /// The place of a finding, for a test whose call has none: a method of a test class.
  fileprivate init(_ location: CodeLocation?) {
    let file = location?.file ?? ""
    self.init(fileID: file, filePath: file, line: location?.line ?? 0, column: location?.column ?? 0)
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

#if canImport(XCTest)
extension XCTestCase {
  /// Records one failure at a place that is known only at run time.
  fileprivate func recordFailure(_ text: String, at location: CallerLocation) {
    #if canImport(ObjectiveC)
    let place = XCTSourceCodeContext(
      location: XCTSourceCodeLocation(filePath: location.filePath, lineNumber: location.line))
    record(XCTIssue(type: .assertionFailure, compactDescription: text, sourceCodeContext: place))
    #else
    recordFailure(
      withDescription: text, inFile: location.filePath, atLine: location.line, expected: true)
    #endif
  }
}
#endif
