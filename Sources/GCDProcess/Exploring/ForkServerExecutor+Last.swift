// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDRuntime
import GCDSchedule
import GCDVocabulary

/// What can be asked of the open execution.
extension ForkServerExecutor {
  package var token: ScheduleToken? { last.outcome?.token }

  package var tokenOfNarrowPool: ScheduleToken? {
    guard let outcome = last.outcome, outcome.tooNarrowPool != 0, let token = outcome.token else {
      return nil
    }
    return ScheduleToken(
      entropySeed: token.entropySeed, poolWidth: outcome.tooNarrowPool, allowsSkew: token.allowsSkew,
      deviations: token.deviations)
  }

  package var profile: ExecutionProfile { last.outcome?.profile ?? ExecutionProfile() }
  package var sample: CoverageSample? { last.outcome?.sample }
  package var patterns: [DeadlockPattern] { last.outcome?.patterns ?? [] }
  package var notes: [SummaryNote] { [] }
  package var output: [String] { [] }
  package var trail: ShrinkingTrail? { last.outcome?.trail }
  package var record: RecordedExecution {
    var run = RecordedExecution(last.result)
    run.printed = last.output.map { PrintedRun(output: $0.text, trace: last.outcome?.trace ?? []) }
    return run
  }
  package var trace: [StepLine] { last.outcome?.trace ?? [] }
  package var divergence: String? { last.outcome?.divergence }
  package func saved(relativeTo root: String) -> SavedExecution? { last.outcome?.saved }
  package var matched: MatchedDeviations { last.outcome?.matched ?? MatchedDeviations() }

  /// Its process has done so.
  package func stopForDebugger(_ finding: Finding) {}
}
#endif
