// Licensed under the Apache License, Version 2.0; see LICENSE.
import AsyncDefects
import GCDReport
import ReportClaims
import Testing

@testable import GCDCheck

/// Mechanisms of real defects in async code, and their twins, as bodies.
@Suite(.serialized) struct AsyncDefectBodyTests {
  /// All but those that end the process of the tests.
  private static let names = AsyncDefect.all.map(\.name).filter { $0 != "paidWithCoinsThatAreGone" }

  @Test(arguments: names) func isFound(_ name: String) throws {
    let defect = AsyncDefect.named(name)
    func body() throws { try AsyncBody.runOnce(defect.body) }
    // A failed check of an async body has the place of this call, which is the same for both.
    let (line, column, options) = (#line as UInt, #column as UInt, ExplorationOptions(bodyHost: .served))
    let exploration = exploreSchedules(
      schedules: 200, seed: 1, options: options, line: line, column: column, body)
    let first = try #require(exploration.findings.first, "\(exploration.schedulesRun) schedules")
    #expect(first.code == defect.code, "\(first.report)")
    #expect(first.brokenClaims == [], "\(first.report)")
    let again = exploreSchedules(
      replaying: first.schedule, options: options, line: line, column: column, body)
    #expect(again.findings.first?.report.withoutNotes == first.report.withoutNotes)
  }

  @Test(arguments: AsyncDefect.all.map(\.name)) func itsTwinHasNone(_ name: String) {
    let twin = AsyncDefect.named(name).twin
    let exploration = exploreSchedules(schedules: 200, seed: 1, options: .init(bodyHost: .served)) {
      try AsyncBody.runOnce(twin)
    }
    #expect(exploration.findings.isEmpty, "\(exploration.findings.map(\.report))")
  }
}
