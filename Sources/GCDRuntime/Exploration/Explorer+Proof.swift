// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDReport
import GCDSchedule

/// A search through all orders next to the schedules of `auto`, for programs that are small enough.
struct ExhaustiveAttempt {
  /// Nil = no search is under way.
  var searched: OpenSearch?
  var starts = 0
  /// No search begins any more.
  var isOver = false
  /// Every order has been tried.
  var isComplete = false

  /// What is larger than that is never searched through within a usual budget, and the search would look at
  /// each of its steps for long.
  static let mostSteps = 500
  static let mostTasks = 64
  /// How many times too large an estimate may be in the first runs of a search; it was up to five times for
  /// the programs of `gcdcheck-bench defects`.
  static let earlyError = 4.0
  static let earlyRuns = 100

  /// Nothing is proved, and nothing will be.
  var isGivenUp: Bool { isOver && !isComplete }

  mutating func resumeSaved(_ cut: ExplorationCheckpoint.Search) {
    starts = cut.starts
    searched = OpenSearch(cut.search)
  }

  mutating func end() {
    isOver = true
    searched = nil
  }
}

extension Explorer {
  /// Schedules of the rotation that run in any case.
  private var fewestSchedules: Int {
    // A race is an access without order, and orders that commute order the same accesses: ThreadSanitizer
    // sees in each run what it would see in all that differ from it in nothing else.
    if gcdc_races_are_watched() { return ExplorationOptions.schedulesBeforeSearch }
    return profile.choicePoints > 0 ? beginning : schedulesBeforeSearch
  }

  /// Schedules of the rotation before the search begins. Where the only choices are pauses behind releases,
  /// every order is soon found to be this one: so many for each release that hardly one in a thousand
  /// programs is left without the pause that it fails by.
  private var schedulesBeforeSearch: Int {
    let usual = ExplorationOptions.schedulesBeforeSearch
    return profile.choicePoints > 0 ? usual : min(max(beginning, usual), usual * max(1, profile.releases))
  }

  /// Takes back what a search has said: a run came about otherwise than any of the search can.
  mutating func abandonExhaustiveAttempt() {
    proof.end()
    if !proof.isComplete { return }
    proof.isComplete = false
    exploration.isExhaustive = false
    exploration.search = nil
  }

  /// Makes the runs of the search that follow schedule `number` of the rotation; true when exploring is to
  /// stop.
  ///
  /// The search has every other run, and all of them where it would not come to its end otherwise. It is
  /// given up as soon as it does not look as if it came to its end within the budget. The schedules of the
  /// rotation are the same with it and without.
  mutating func tryExhaustive(after number: Int) -> Bool {
    if proof.isGivenUp { return false }
    if proof.isComplete { return stopsAsExhausted(after: number) }
    if !options.isFirstShard || options.strategy != .auto {
      proof.end()
      return false
    }
    if number + 1 < schedulesBeforeSearch { return false }
    if exploration.findings.contains(where: { $0.severity == .error }) {
      // There is nothing to prove any more, and the one that continues after an error wants to see the
      // others.
      proof.end()
      return false
    }
    if proof.searched == nil {
      if profile.steps > ExhaustiveAttempt.mostSteps || profile.tasks > ExhaustiveAttempt.mostTasks {
        proof.end()
        return false
      }
      startProof()
    }
    while let searched = proof.searched, exploration.schedulesRun < options.schedules {
      if executor.isOutOfTime {
        exploration.stopped = .time
        isCutInSearch = true
        return true
      }
      if let progress, !progress(madeProgress) {
        exploration.stopped = .interrupted
        isCutInSearch = true
        return true
      }
      let place = exploration.schedulesRun
      let end = runSearched(searched, number: place, isLookedAt: looksAt(place))
      if end.isCut { isCutInSearch = true }
      if end.stops || tooManyAbandonedExecutions() { return true }
      if !end.isSound || searched.search.isTooLarge {
        proof.end()
      } else if searched.search.hasDiverged {
        if proof.starts == Explorer.mostStarts { proof.end() } else { startProof() }
      } else if searched.search.isFinished {
        exploration.search = SearchExtent(
          interleavings: searched.search.executions, bound: nil, isComplete: true)
        exploration.isExhaustive = true
        proof.end()
        proof.isComplete = true
        return stopsAsExhausted(after: number)
      } else if !hasTimeForExhaustive(searched.search) {
        proof.end()
      } else if number + 1 < fewestSchedules {
        break
      }
    }
    return false
  }

  private mutating func stopsAsExhausted(after number: Int) -> Bool {
    if number + 1 < fewestSchedules { return false }
    exploration.stopped = .exhausted
    return true
  }

  private mutating func startProof() {
    proof.starts += 1
    proof.searched = OpenSearch(ExhaustiveSearch())
  }

  /// Whether the search may come to its end within the budget.
  private func hasTimeForExhaustive(_ search: ExhaustiveSearch) -> Bool {
    let made = search.executions + search.repetitions
    let left = Double(options.schedules - exploration.schedulesRun)
    let error = made < ExhaustiveAttempt.earlyRuns ? ExhaustiveAttempt.earlyError : 1
    return search.estimatedRuns - Double(made) <= left * error
  }
}
#endif
