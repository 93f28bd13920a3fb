// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDRuntime

/// What came out of running a scenario.
public struct ScenarioResult: Sendable {
  public let exploration: Exploration
  public let verdict: ScenarioVerdict
  /// What the variables named under `outcomes` held at the end of schedules, each combination once, in order;
  /// empty for other expectations.
  public let outcomes: [[Int]]

  /// What a run that resumes this one needs; nil for one that came to its end, or that had not begun to
  /// explore.
  package var begun: ExplorationCheckpoint? {
    guard var checkpoint = exploration.checkpoint?.checkpoint else { return nil }
    checkpoint.outcomes = outcomes
    return checkpoint
  }
}

/// Why a scenario could not be run; it says nothing about the program in it.
public enum ScenarioProblem: Error, Sendable {
  /// The file uses what this version cannot run.
  case unsupported(ScenarioErrors)
  /// No controlled run is possible here.
  case control(ControlProblem)
}

/// What a scenario was expected to show, and what it showed.
public struct ScenarioVerdict: Sendable, CustomStringConvertible {
  public let passed: Bool
  /// "clean", "GCD104 group-never-empty", "outcomes {total: 1}, {total: 2}".
  public let expected: String
  /// In the same form.
  public let found: String

  /// "as expected: clean", or both verdicts.
  public var description: String {
    passed ? "as expected: \(expected)" : "expected \(expected), but found \(found)"
  }

  /// - Parameter isPartial: not all schedules were run, so that not every outcome need have been seen.
  package init(_ expectation: Expectation, _ all: [Finding], outcomes: [[Int]], isPartial: Bool) {
    let findings = all.filter { $0.severity > .note }
    expected = Self.words(expectation)
    switch expectation {
    case .clean:
      passed = findings.isEmpty
      found = Self.words(findings)
    case .finding(let code, let names):
      let matching = findings.filter { $0.kind.code == code && Self.names(names, in: $0) }
      let others = findings.filter { $0.kind.code != code && $0.severity == .error }
      passed = !matching.isEmpty && others.isEmpty
      found = Self.words(findings)
    case .outcomes(let variables, let values):
      let wanted = Set(values)
      let seen = Set(outcomes)
      passed = findings.isEmpty && (isPartial ? seen.isSubset(of: wanted) : seen == wanted)
      found = findings.isEmpty ? "outcomes " + Self.words(variables, outcomes) : Self.words(findings)
    }
  }

  /// The finding is about all of these objects.
  private static func names(_ names: [String], in finding: Finding) -> Bool {
    let labels = Set(finding.kind.objects.compactMap(\.label))
    return names.map { $0.bounded(to: Bound.name) }.allSatisfy { name in
      labels.contains(name) || finding.report.contains("\"\(name.onOneLine)\"")
    }
  }

  private static func words(_ expectation: Expectation) -> String {
    switch expectation {
    case .clean: return "clean"
    case .finding(let code, let names):
      let about = names.isEmpty ? "" : " about " + names.map { "\"\($0)\"" }.joined(separator: ", ")
      return "\(code.rawValue) \(code.slug)\(about)"
    case .outcomes(let variables, let values): return "outcomes " + words(variables, values)
    }
  }

  private static func words(_ findings: [Finding]) -> String {
    if findings.isEmpty { return "clean" }
    return findings.map { "\($0.code) \($0.kind.code.slug) (\($0.message))" }.joined(separator: ", ")
  }

  private static func words(_ variables: [String], _ values: [[Int]]) -> String {
    if values.isEmpty { return "none" }
    let rows = values.map { row in zip(variables, row).map { "\($0): \($1)" }.joined(separator: ", ") }
    return rows.map { "{\($0)}" }.joined(separator: ", ")
  }
}
