// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport
import Testing

@testable import GCDRuntime
@testable import GCDScenario

/// What the real library makes of the seed programs stands beside how often our schedules show it.
///
/// `GCDCHECK_REFRESH_GOLDEN=1` writes the table anew, to be read in a diff.
@Suite(.serialized) struct SeedProgramFigureTests {
  private static let schedules = 200
  private static let seed: UInt64 = 1

  @Test func theTableIsTheOneThatIsKept() throws {
    let figures = try scenarioFigures() + swiftFigures()
    #expect(figures.allSatisfy { $0.count.wrong > 0 && $0.codes.count == 1 })
    let shown = Set(figures.map(\.program))
    #expect(SeedProgramFigure.measured.keys.allSatisfy(shown.contains))
    let lines = figures.sorted { ($0.row, $0.program) < ($1.row, $1.program) }.map(\.line)
    let header = SeedProgramFigure.header(schedules: Self.schedules, seed: Self.seed)
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Golden/figures.txt")
    let text = header + lines.joined()
    if ProcessInfo.processInfo.environment["GCDCHECK_REFRESH_GOLDEN"] == "1" {
      return try Data(text.utf8).write(to: url)
    }
    let kept = try String(contentsOf: url, encoding: .utf8)
    let difference = text.split(separator: "\n").difference(from: kept.split(separator: "\n"))
    #expect(difference.isEmpty, "make it anew with GCDCHECK_REFRESH_GOLDEN=1: \(difference)")
  }

  /// Scenarios of the rows that expect a finding.
  private func scenarioFigures() throws -> [SeedProgramFigure] {
    let paths = Dictionary(
      uniqueKeysWithValues: ScenarioFiles.shipped.map { (ScenarioFiles.name(ofFile: $0), $0) })
    return try SeedProgram.table.flatMap { row in
      try row.scenarios.compactMap { name in
        let scenario = try Scenario.load(path: try #require(paths[name]))
        guard case .finding = scenario.expectation else { return nil }
        var options = ScenarioOptions()
        options.schedules = Self.schedules
        options.seed = Self.seed
        options.keepGoing = true
        let counter = WrongSchedules()
        let exploration = try scenario.run(options, on: counter.runtime).exploration
        return SeedProgramFigure(row.id, name, exploration, counter.count)
      }
    }
  }

  private func swiftFigures() throws -> [SeedProgramFigure] {
    try SwiftSeedProgram.all.map { program in
      let counter = WrongSchedules()
      let options = ExplorationOptions(
        schedules: Self.schedules, seed: Self.seed, keepGoing: true, bodyHost: .mainThread)
      let exploration = try counter.runtime.explore(options, nil, nil, nil, nil, {}, program.body)
      return SeedProgramFigure(program.row, program.name, exploration, counter.count)
    }
  }
}

extension SeedProgramFigure {
  fileprivate init(_ row: String, _ name: String, _ exploration: Exploration, _ count: ScheduleCount) {
    self.init(
      row: row, program: name, reality: Self.measured[name],
      codes: Array(Set(exploration.findings.map(\.code))).sorted(), count: count)
  }
}

/// Counts the schedules of an exploration that look wrong: those that are run again to be described, or to
/// be made smaller, are not counted twice.
private final class WrongSchedules: @unchecked Sendable {
  // Used by the one thread that explores.
  private(set) var count = ScheduleCount()
  private var isCounted = false

  var runtime: RuntimeCalls {
    var runtime = RuntimeCalls.live
    runtime.explore = { (options, observer, progress, _, _, afterSchedule, body) throws(ControlProblem) in
      try withoutActuallyEscaping(afterSchedule) { (after) throws(ControlProblem) in
        try GCDRuntime.explore(
          options,
          failures: {
            after()
            self.look()
            return []
          }, observer: observer,
          progress: { _ in
            self.isCounted = false
            return true
          }, body: body)
      }
    }
    return runtime
  }

  private func look() {
    if isCounted { return }
    isCounted = true
    count.all += 1
    if FailureFingerprint(theEngine, BodyOutcome()).isEmpty { return }
    count.wrong += 1
    if count.first == nil { count.first = count.all }
  }
}
