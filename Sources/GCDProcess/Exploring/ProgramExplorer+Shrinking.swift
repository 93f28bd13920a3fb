// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDRuntime
import GCDSchedule

/// What the runs of a search for a smaller schedule have to show.
struct ShrinkingAim {
  var signature: UInt64 = 0
  var end = ScheduleOutcome.End.dead
  /// Where the exploration has a limit of time, a search may take as long again; nil = no limit.
  var deadline: ContinuousClock.Instant?
}

/// A smaller schedule, and what findings say about it.
struct ShrunkProgram {
  var run: ScheduleOutcome
  var shrinking: Shrinking
}

/// Smaller schedules for findings; each attempt is a run of the program in a process of its own.
extension ProgramExplorer: ShrinkingOracle {
  /// A process takes a thousand times longer than a body.
  private static let mostRuns = 100
  private static let mostRunsInAll = 500
  /// The order of a longer schedule is too much to send to and fro.
  private static let mostStepsOfOne = 20_000
  private static let mostStepsInAll = 1_000_000

  /// A schedule that shows the same with fewer deviations from the baseline order; nil if there is none.
  mutating func shrunk(_ outcome: ScheduleOutcome) throws(ProgramProblem) -> ShrunkProgram? {
    guard exploration.shrinkingRuns < Self.mostRunsInAll, outcome.findings.isEmpty,
      !outcome.sawOutsideEvent, !outcome.hasForeignCalls, !outcome.isStarved,
      outcome.steps <= Self.mostStepsOfOne, let token = try? ScheduleToken(parsing: outcome.token)
    else { return nil }
    switch outcome.end {
    case .stepLimit, .stalled: return nil
    case .idle, .dead, .exited, .crashed: break
    }
    shrinkingAim = ShrinkingAim(
      signature: outcome.signature, end: outcome.end, deadline: options.timeLimit.map { .now + $0 })
    var shrinker = ScheduleShrinker<ProgramExplorer>(
      token, mostRuns: Self.mostRuns, mostSteps: Self.mostStepsInAll)
    let small = try shrinker.shrink(asking: &self)
    exploration.shrinkingRuns += shrinker.runs
    return small.map { small in
      ShrunkProgram(
        run: small.run,
        shrinking: Shrinking(before: small.deviationsBefore, after: small.token.deviations.count))
    }
  }

  package var mayGoOnShrinking: Bool { shrinkingAim.deadline.map { .now < $0 } ?? true }

  package mutating func attempt(
    _ run: ShrinkingRun, of token: ScheduleToken
  ) throws(ProgramProblem) -> ShrinkingAnswer<ScheduleOutcome> {
    let order = ScheduleOrder(
      .shrunk(token: token.description, run), width: token.poolWidth, context: context(0, token: ""))
    guard let outcome = try pool.perform(order).outcome else { return ShrinkingAnswer(steps: 0) }
    var answer = ShrinkingAnswer<ScheduleOutcome>(steps: outcome.steps)
    guard outcome.suspicion != nil, outcome.signature == shrinkingAim.signature,
      outcome.end == shrinkingAim.end, let made = outcome.shrinking,
      let token = try? ScheduleToken(parsing: outcome.token)
    else { return answer }
    var shown = ShrinkingAnswer<ScheduleOutcome>.Shown(token: token, detours: made.detours, run: outcome)
    shown.longestWaits = made.longestWaits
    shown.order = made.order
    answer.shown = shown
    return answer
  }
}
#endif
