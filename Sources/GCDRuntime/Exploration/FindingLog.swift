// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// Lets each distinct finding of an exploration through once, and none that the user allows.
package struct FindingLog {
  private let allowing: [Allowance]
  private let isStrict: Bool
  package var state = State()

  /// What it has reached.
  package struct State: Sendable, Codable {
    /// Signatures of findings.
    fileprivate var seen: Set<String> = []
    /// Places of allowances that matched something.
    fileprivate var used: Set<Int> = []
    /// Findings that were allowed.
    fileprivate(set) var silenced = 0
    /// Of the first finding that has no lines for want of a reader.
    fileprivate var missingReader: MissingReader?
  }

  package init(_ options: ExplorationOptions) {
    allowing = options.allowing
    isStrict = options.strict
  }

  /// The finding as it is to be reported; nil when it is known or allowed.
  package mutating func admit(_ finding: Finding) -> Finding? {
    if !state.seen.insert(finding.signature).inserted { return nil }
    if let index = allowing.firstIndex(where: { finding.isCovered(by: $0) }) {
      state.used.insert(index)
      state.silenced += 1
      return nil
    }
    state.missingReader = state.missingReader ?? finding.context.missingReader
    var finding = finding
    if isStrict, finding.severity == .warning { finding.severity = .error }
    return finding
  }

  /// What the summary says about allowances and about lines.
  package var notes: [SummaryNote] {
    var notes: [SummaryNote] = []
    for (index, allowance) in allowing.enumerated() where !state.used.contains(index) {
      notes.append(.unusedAllowance(allowance.description))
    }
    if state.silenced > 0 { notes.append(.silenced(count: state.silenced)) }
    if let reader = state.missingReader { notes.append(.noSourceLines(reader)) }
    return notes
  }
}
