// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// JUnit XML as GitLab and Jenkins read it: one test case per test, its first error as `failure`, the full
/// text inside. Without times: the event stream has none, so that equal runs give equal streams.
struct JUnitRenderer: DocumentRenderer {
  fileprivate struct Case: Sendable {
    var name: String
    var location: CodeLocation?
    var findings: [Finding] = []
    var hasError = false
    /// To be hardly tried is a failure.
    var isStrict = false
    var end: TestEnded?
  }

  /// The class under which CI servers list scenario files.
  private static let scenarios = "scenarios"

  private var cases: [Case] = []
  /// The last case of each test.
  private var places: [String: Int] = [:]
  private var directory: String?
  private var noun = "test"
  private var summary: String?
  private var isStrict = false

  mutating func consume(_ event: ReportEvent) {
    switch event {
    case .runStarted(let start):
      directory = start.directory
      noun = start.noun
      isStrict = start.strict == true
    case .testStarted(let start):
      places[start.test] = cases.count
      cases.append(Case(name: start.test, location: start.location))
    case .finding(let found):
      if found.isExpected { return }
      let index = self.index(of: found.test)
      var finding = found.finding
      // The text of the first error alone is written, and by far the largest part of a finding is its trace.
      if cases[index].hasError || finding.severity != .error { finding.recordedTrace = nil }
      if finding.severity == .error { cases[index].hasError = true }
      cases[index].findings.append(finding)
    case .testEnded(let end):
      let index = self.index(of: end.test)
      cases[index].end = end
      cases[index].isStrict = isStrict
    case .runEnded(let end): summary = end.summary(of: noun)
    case .scheduleStarted, .step, .scheduleEnded: break
    }
  }

  /// The case of a test; a finding of a test that was never announced makes one.
  private mutating func index(of test: String) -> Int {
    if let index = places[test] { return index }
    places[test] = cases.count
    cases.append(Case(name: test))
    return cases.count - 1
  }

  var document: String {
    let failures = cases.count { $0.failure != nil }
    let skipped = cases.count { $0.skipReason != nil }
    let counts =
      "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"0\" skipped=\"\(skipped)\""
    var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
    lines.append("<testsuites name=\"gcdcheck\" \(counts)>")
    lines.append("  <testsuite name=\"gcdcheck\" \(counts)>")
    for item in cases { lines.append(contentsOf: self.lines(of: item)) }
    if let summary { lines.append("    <system-out>\(xmlText(summary))</system-out>") }
    lines.append("  </testsuite>")
    lines.append("</testsuites>")
    return lines.joined(separator: "\n") + "\n"
  }

  private func lines(of item: Case) -> [String] {
    let (suite, name) = JUnitRenderer.split(item.name)
    let path = item.location?.relativePath(to: directory) ?? (suite == JUnitRenderer.scenarios ? name : nil)
    let file = path.map { " file=\"\(xmlAttribute($0))\"" } ?? ""
    let tag = "testcase classname=\"\(xmlAttribute(suite))\" name=\"\(xmlAttribute(name))\"\(file)"
    var inner: [String] = []
    if let failure = item.failure {
      inner.append(
        "      <failure type=\"\(xmlAttribute(failure.type))\" message=\"\(xmlAttribute(failure.message))\">"
          + "\(xmlText(failure.text))</failure>")
    }
    if let reason = item.skipReason {
      inner.append("      <skipped message=\"\(xmlAttribute(reason))\"/>")
    }
    let output = item.output
    if !output.isEmpty { inner.append("      <system-out>\(xmlText(output))</system-out>") }
    if inner.isEmpty { return ["    <\(tag)/>"] }
    return ["    <\(tag)>"] + inner + ["    </testcase>"]
  }

  /// "AppTests.CacheTests/testReload" has the class AppTests.CacheTests; a scenario's class is "scenarios".
  private static func split(_ test: String) -> (suite: String, name: String) {
    if test.hasSuffix(".yaml") || test.hasSuffix(".yml") { return (scenarios, test) }
    guard let mark = test.lastIndex(where: { $0 == "/" || $0 == "." }), mark > test.startIndex else {
      return ("gcdcheck", test)
    }
    let name = test[test.index(after: mark)...]
    return name.isEmpty ? ("gcdcheck", test) : (String(test[..<mark]), String(name))
  }
}

extension JUnitRenderer.Case {
  /// The worst finding if it is an error, or the verdict that was not the expected one.
  fileprivate var failure: (type: String, message: String, text: String)? {
    if let error = findings.first(where: { $0.severity == .error }) {
      return (error.code, error.message, error.report)
    }
    switch end?.outcome {
    case .unexpected(let expected, let actual):
      let message = "expected \(expected), but got \(actual)"
      return ("unexpected-verdict", message, message)
    case .failed: return ("failed", "the test failed", "the test failed")
    case .hardlyTried where isStrict:
      let message = end?.hardlyTriedClause ?? ""
      return ("hardly-tried", message, message)
    default: return nil
    }
  }

  /// Why it is no success, where nothing speaks against it either; the format has no other word for that.
  fileprivate var skipReason: String? {
    switch end?.outcome {
    case .skipped(let reason): reason
    case .hardlyTried where !isStrict: end?.hardlyTriedClause
    default: nil
    }
  }

  /// What a reader of the CI page needs next to the failure: how to replay it, the other findings, how much
  /// was run.
  fileprivate var output: String {
    let failed = findings.first { $0.severity == .error }
    var lines = findings.filter { $0 != failed }.map(\.headline)
    if let end { lines.append(end.amount) }
    if let coverage = end?.coverage { lines.append(coverage.sentence) }
    if let command = failed?.context.replayCommand { lines.append("replay: \(command)") }
    return lines.joined(separator: "\n")
  }
}
