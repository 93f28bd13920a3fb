// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDRuntime
import GCDScenario
import GCDVocabulary

/// What came of exploring one scenario, test or program, as everything that the tool says about it needs it;
/// made in this process or in another one.
struct SubjectReport: Codable {
  var findings: [Finding]
  var ended: TestEnded
  /// The scenario asks for these findings.
  var isExpected: Bool
  var directedRuns: Int
  var notes: [SummaryNote]
  /// For a corpus; nil where there is none.
  var corpus: CorpusYield?
  /// For a run that resumes this one; nil where it was not cut.
  var begun: ExplorationCheckpoint?

  /// Of a test or a program.
  init(_ name: String, _ exploration: Exploration, of options: ExplorationOptions) {
    findings = exploration.findings
    ended = TestEnded(name, exploration, of: options)
    isExpected = false
    directedRuns = exploration.directedRuns
    notes = exploration.notes
    corpus = exploration.corpus
    begun = exploration.checkpoint?.checkpoint
  }

  /// Time or the user ended it before its end.
  var isCut: Bool { ended.stopped == .time || ended.stopped == .interrupted }

  /// Runs the scenario.
  ///
  /// - Parameters:
  ///   - lead: Asked for what other processes have run; nil = there are none.
  ///   - onProgress: gets how far it is.
  /// - Throws: `CommandError` where no controlled run is possible.
  init(
    _ selected: SelectedScenario, _ options: ScenarioOptions,
    lead: Lead? = nil, onProgress: (ProgressCounts) -> Void
  ) throws {
    let asked = options.exploration(of: selected.scenario)
    var counts = ProgressCounts()
    let result = try selected.run(
      options, onFinding: { counts.findings += 1 },
      onSchedule: { made in
        (counts.schedules, counts.distinct) = (made.schedules, made.distinct)
        onProgress(counts)
        return !Interruption.isRequested
      }, lead: lead)
    let exploration = result.exploration
    findings = selected.addressed(exploration.findings)
    ended = TestEnded(
      test: selected.name, .passed, schedules: exploration.schedulesRun, of: asked.schedules,
      distinct: exploration.distinctSchedules,
      stopped: exploration.stopped)
    ended.cut = exploration.cut
    ended.outcome = Self.outcome(of: result, ended, selected.scenario.expectation, options.shard)
    ended.search = exploration.search
    ended.coverage = exploration.coverage
    if options.shard != nil {
      ended.part = ShardPart(
        exploration, of: asked, expectation: selected.scenario.expectation, outcomes: result.outcomes)
    }
    isExpected = result.verdict.passed
    directedRuns = exploration.directedRuns
    notes = exploration.notes
    corpus = exploration.corpus
    begun = result.begun
  }

  /// Schedules that were cut short, or are not all that there are, prove nothing by showing nothing.
  private static func outcome(
    of result: ScenarioResult, _ ended: TestEnded, _ expectation: Expectation, _ shard: Shard?
  ) -> TestEnded.Outcome {
    let verdict = result.verdict
    if verdict.passed { return ended.outcome(of: verdict, expectation, in: shard) }
    if result.exploration.findings.isEmpty {
      switch result.exploration.stopped {
      case .time, .interrupted: return .skipped(reason: TestEnded.cutShort(of: verdict))
      default: break
      }
      if let shard, case .finding = expectation {
        return .skipped(reason: "shard \(shard) alone does not show \(verdict.expected)")
      }
    }
    return .unexpected(expected: verdict.expected, actual: verdict.found)
  }
}

/// What came of the attempt to explore a scenario, in whatever process.
enum ScenarioAnswer {
  case explored(SubjectReport)
  /// No controlled run is possible; why.
  case refused(String)
  /// Its process is gone; how it ended.
  case lost(String)
}

extension TestEnded {
  /// Of a scenario that showed what it asks for: a finding is there or not, but that there is none, or no
  /// further outcome, is not known of one that was hardly tried.
  func outcome(of verdict: ScenarioVerdict, _ expectation: Expectation, in shard: Shard?) -> Outcome {
    if case .finding = expectation { return .asExpected(verdict.found) }
    return isHardlyTried(in: shard) ? .hardlyTried : .asExpected(verdict.found)
  }

  /// Why a scenario has no verdict that was not explored to its end.
  static func cutShort(of verdict: ScenarioVerdict) -> String {
    "cut short before it showed \(verdict.expected)"
  }
}
