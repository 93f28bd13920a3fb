// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Workflow commands of GitHub Actions: one annotation per distinct finding, worst first.
///
/// GitHub shows ten errors and ten warnings of a step and drops the rest in silence, so what is beyond that
/// is counted in a last notice.
package struct GitHubRenderer: DocumentRenderer {
  private static let shownMax = 10

  private var findings: [Finding] = []
  private var verdicts: [TestEnded] = []
  private var hardlyTried: [TestEnded] = []
  private var isStrict = false
  private var signatures: Set<String> = []
  /// Tests that have an annotation already, so that their verdict needs none.
  private var annotated: Set<String> = []
  private var summary: String?
  private var noun = "test"

  package init() {}

  package mutating func consume(_ event: ReportEvent) {
    switch event {
    case .finding(let found):
      if found.isExpected { return }
      annotated.insert(found.test)
      if !signatures.insert(found.finding.signature).inserted { return }
      var finding = found.finding
      finding.recordedTrace = nil
      findings.append(finding)
    case .testEnded(let end):
      if case .unexpected = end.outcome, !annotated.contains(end.test) { verdicts.append(end) }
      if end.outcome == .hardlyTried { hardlyTried.append(end) }
    case .runEnded(let end): summary = end.summary(of: noun)
    case .runStarted(let start):
      noun = start.noun
      isStrict = start.strict == true
    case .testStarted, .scheduleStarted, .step, .scheduleEnded: break
    }
  }

  package var document: String {
    let most = GitHubRenderer.shownMax
    let errors = findings.filter { $0.severity == .error }
    let warnings = findings.filter { $0.severity != .error }
    // All tests that were hardly tried share one annotation, for which there is always room.
    let gaps = hardlyTriedCommand.map { [$0] } ?? []
    let roomForErrors = most - (isStrict ? gaps.count : 0)
    var lines = errors.prefix(roomForErrors).map(command)
    lines += verdicts.prefix(roomForErrors - lines.count).compactMap(command)
    lines += warnings.prefix(most - (isStrict ? 0 : gaps.count)).map(command)
    let more = findings.count + verdicts.count - lines.count
    lines += gaps
    if more > 0 { lines.append("::notice title=gcdcheck::+\(counted(more, "more finding")), see the log") }
    if let summary { lines.append("::notice title=gcdcheck::\(commandData(summary))") }
    return lines.map { $0 + "\n" }.joined()
  }

  private func command(_ finding: Finding) -> String {
    let level = finding.severity == .note ? "notice" : finding.severity.rawValue
    var properties: [String] = []
    if let location = finding.location {
      let path = location.relativePath(to: finding.context.directory)
      properties += ["file=\(commandProperty(path))", "line=\(location.line)"]
      if location.column > 0 { properties.append("col=\(location.column)") }
    }
    properties.append("title=\(commandProperty("gcdcheck \(finding.code) \(finding.kind.code.slug)"))")
    let replay = finding.context.replayCommand.map { "\nreplay: \($0)" } ?? ""
    // Escaped where the command is made.
    let text = "\(finding.message)\n\(finding.context.origin)\(replay)"
    return "::\(level) \(properties.joined(separator: ","))::\(commandData(text))"
  }

  private var hardlyTriedCommand: String? {
    if hardlyTried.isEmpty { return nil }
    // Escaped where the command is made.
    let named = hardlyTried.prefix(5).map { "\($0.test) (\($0.amount))" }
    let more = hardlyTried.count - named.count
    let text = list(named + (more > 0 ? ["\(counted(more, "further \(noun)"))"] : []))
    return "::\(isStrict ? "error" : "warning") title=gcdcheck hardly tried::\(commandData(text))"
  }

  private func command(_ end: TestEnded) -> String? {
    guard case .unexpected(let expected, let actual) = end.outcome else { return nil }
    let title = commandProperty("gcdcheck unexpected verdict")
    return "::error file=\(commandProperty(end.test)),title=\(title)::"
      + commandData("expected \(expected), but got \(actual)")
  }
}
