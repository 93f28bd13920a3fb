// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDSchedule
import GCDVocabulary

/// What an exploration has made of the patterns that it met.
struct DirectedSearch: Sendable {
  /// Directed runs made.
  var runs = 0
  /// For each set of locks, the patterns over them that no run could confirm.
  var failures: [UInt64: Int] = [:]
}

/// Deadlocks that runs which did not hang let expect (Algorithms.md "Prediction"): each is only reported when
/// a directed run hangs, and then as any deadlock that a schedule shows.
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

  /// Whether patterns are looked for in a schedule.
  func looksForPatterns(_ number: Int) -> Bool {
    numbered.looksForPatterns(number) && directed.runs < mostRuns
  }

  /// Tries to bring about the deadlocks that schedule `number` lets expect; true when exploring is to stop.
  mutating func follow(_ patterns: [DeadlockPattern], from number: Int) -> Bool {
    let before = directed.runs
    defer { exploration.recordedTrace.addDirected(directed.runs - before, at: number) }
    for pattern in patterns where directed.failures[pattern.locks, default: 0] < Explorer.mostAlike {
      var timesMet = 0
      for attempt in 0..<Explorer.mostTries {
        if directed.runs >= mostRuns || (executor.isOutOfTime && !options.keepsCheckpoint)
          || exploration.abandonedExecutions >= traits.mostAbandonedExecutions || executor.isStopped
        {
          return false
        }
        directed.runs += 1
        exploration.directedRuns = directed.runs
        let request = ExecutionRequest(
          .directed(pattern, attempt: attempt, number: number), width: options.poolLimit.rawValue)
        let result = execute(request)
        let hangs = !result.end.isFinished
        if result.has(.wasDirectionMet) { timesMet += 1 }
        let stops = inspect(number, request, result)
        close()
        if stops || isAbandoned { return true }
        if hangs || timesMet >= Explorer.mostMetTries { break }
        if timesMet == 0, attempt + 1 >= Explorer.mostUnmetTries { break }
      }
      directed.failures[pattern.locks, default: 0] += 1
    }
    return false
  }
}
#endif
