// Licensed under the Apache License, Version 2.0; see LICENSE.

/// What a renderer that shows each distinct finding once collects of a stream.
package struct ReportedFindings: Sendable {
  /// One distinct finding.
  package struct Item: Sendable {
    package var finding: Finding
    /// The tests that showed it, in order.
    package var tests: [String]
    /// Its signature, by which it is known in later runs.
    package var signature: String
  }

  package private(set) var started: RunStarted?
  package private(set) var ended: RunEnded?
  package private(set) var items: [Item] = []
  /// Tests that came out otherwise than asked for without any finding to show for it.
  package private(set) var surprises: [TestEnded] = []
  /// Tests that were hardly tried.
  package private(set) var hardlyTried: [TestEnded] = []
  /// Every test that came to its end, with the number of findings.
  package private(set) var tests: [(end: TestEnded, findings: Int)] = []
  private var places: [String: Int] = [:]
  private var counts: [String: Int] = [:]
  /// Schedules that are kept, of each severity: they are by far the largest part of a finding, and no format
  /// has room for the texts of more.
  private var recordedTraces: [Severity: Int] = [:]
  private static let mostRecordedTraces = 400

  package init() {}

  package mutating func consume(_ event: ReportEvent) {
    switch event {
    case .runStarted(let start): started = started ?? start
    case .finding(let found):
      if found.isExpected { return }
      counts[found.test, default: 0] += 1
      let signature = found.finding.signature
      if let place = places[signature] {
        if items[place].tests.last != found.test { items[place].tests.append(found.test) }
        return
      }
      places[signature] = items.count
      var finding = found.finding
      recordedTraces[finding.severity, default: 0] += finding.recordedTrace == nil ? 0 : 1
      if recordedTraces[finding.severity, default: 0] > ReportedFindings.mostRecordedTraces {
        finding.recordedTrace = nil
      }
      items.append(Item(finding: finding, tests: [found.test], signature: signature))
    case .testEnded(let end):
      let count = counts[end.test] ?? 0
      tests.append((end, count))
      if case .unexpected = end.outcome, count == 0 { surprises.append(end) }
      if end.outcome == .hardlyTried { hardlyTried.append(end) }
    case .runEnded(let end): ended = end
    case .testStarted, .scheduleStarted, .step, .scheduleEnded: break
    }
  }

  /// The worst first; those of equal weight in the order in which they were found.
  package var ranked: [Item] {
    let order = items.indices.sorted { one, other in
      let (left, right) = (items[one].finding.severity, items[other].finding.severity)
      return left == right ? one < other : left > right
    }
    return order.map { items[$0] }
  }

  /// What is explored: "test" or "scenario".
  package var noun: String { started?.noun ?? "test" }

  /// A test that was hardly tried fails the run.
  package var isStrict: Bool { started?.strict == true }

  /// What was not tried, in words; nil where all was.
  package var gaps: String? { ended?.gaps(of: noun) }

  /// The one line at the end of the run; nil where the stream was cut before.
  package var summary: String? { ended?.summary(of: noun) }
}
