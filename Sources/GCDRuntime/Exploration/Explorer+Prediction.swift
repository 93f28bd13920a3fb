// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDSchedule
import GCDVocabulary

/// What an exploration has made of the patterns that it met.
struct DirectedSearch {
  /// Directed runs made.
  var runs = 0
  /// For each set of locks, the patterns over them that no run could confirm.
  var failures: [UInt64: Int] = [:]
}

/// Deadlocks that runs which did not hang let expect (algorithms.md 3): each is only told when a run that is
/// led there hangs, and then as any deadlock that a schedule shows.
extension Explorer {
  /// Runs for one pattern at most.
  private static let mostTries = 20
  /// Runs after which a pattern that was never met is given up, and one that was met and did not hang.
  private static let mostUnmetTries = 8
  private static let mostMetTries = 2
  /// Patterns over the same locks that are tried.
  private static let mostAlike = 3
  private static let mostDirectedRuns = 200

  /// Directed runs in all: a fifth of the schedules, and not none where those are few.
  private var mostRuns: Int {
    options.schedules < 2 ? 0 : min(Explorer.mostDirectedRuns, max(20, options.schedules / 5))
  }

  /// Whether patterns are looked for in a schedule: the first ones, then ever fewer, since most come up soon.
  func looksForPatterns(_ number: Int) -> Bool {
    number & (number - 1) == 0 && options.strategy == .auto && options.isFirstShard
      && directed.runs < mostRuns
  }

  /// Tries to bring about the deadlocks that schedule `plan.number` lets expect; true when exploring is to
  /// stop.
  mutating func follow(_ patterns: [DeadlockPattern], _ plan: RunPlan) -> Bool {
    let before = directed.runs
    defer { exploration.course.addDirected(directed.runs - before, at: plan.number) }
    for pattern in patterns where directed.failures[pattern.locks, default: 0] < Explorer.mostAlike {
      var timesMet = 0
      for attempt in 0..<Explorer.mostTries {
        if directed.runs >= mostRuns || (isOutOfTime && !options.keepsCheckpoint)
          || exploration.deadRuns >= Explorer.mostDeadRuns || RunCut.isAsked
        {
          return false
        }
        directed.runs += 1
        exploration.directedRuns = directed.runs
        let directedPlan = scheduler.begin(directedTo: pattern, try: attempt, as: plan)
        run(directedPlan, width: options.poolWidth.width)
        let hangs = engine.state.pointee.end != .finished
        if scheduler.wasDirectionMet { timesMet += 1 }
        let stops = inspect(plan.number, directedPlan)
        finish()
        if stops { return true }
        if hangs || timesMet >= Explorer.mostMetTries { break }
        if timesMet == 0, attempt + 1 >= Explorer.mostUnmetTries { break }
      }
      directed.failures[pattern.locks, default: 0] += 1
    }
    return false
  }
}
#endif
