// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDSchedule

/// Every order of the steps that can differ, one after the other.
extension Explorer {
  /// How often a search begins anew after an execution that did not follow its schedule: what is made once
  /// per process, such as a lazy global, is there the next time.
  static let mostStarts = 3

  /// What came of an execution of a search.
  struct SearchedEnd {
    var isCut = false
    var stops = true
    /// Nothing decided in it that is not searched through.
    var isSound = true
  }

  /// Searches until every order has been tried, or one of the limits of the exploration is reached.
  ///
  /// - Parameter cut: the search that is resumed; nil = begin one.
  mutating func exhaust(bound: Int?, atMost limit: Int, after cut: ExplorationCheckpoint.Search? = nil) {
    let open = OpenSearch(cut?.search ?? ExhaustiveSearch(bound: bound))
    var starts = cut?.starts ?? 1
    var isSound = cut?.isSound ?? true
    var run = cut?.runs ?? 0
    defer {
      cutSearch = InterruptedSearch(
        ExplorationCheckpoint.Search(search: open.search, starts: starts, isSound: isSound, runs: run))
    }
    while !open.search.isFinished {
      if run == limit { return }
      if executor.isOutOfTime {
        exploration.stopped = .time
        return
      }
      if run > 0, let progress, !progress(madeProgress) {
        exploration.stopped = .interrupted
        return
      }
      run += 1
      let end = runSearched(open, number: run)
      if end.isCut {
        run -= 1
        return
      }
      if !end.isSound { isSound = false }
      if end.stops || tooManyAbandonedExecutions() { return }
      if open.search.hasDiverged {
        if starts == Explorer.mostStarts {
          exploration.search = nil
          return
        }
        starts += 1
        open.search = ExhaustiveSearch(bound: bound)
      }
      exploration.search = SearchExtent(
        interleavings: open.search.executions, bound: bound, isComplete: false)
    }
    if open.search.isTooLarge { isSound = false }
    exploration.isExhaustive = isSound && bound == nil
    exploration.search?.isComplete = isSound
    if isSound && exploration.stopped == .completed { exploration.stopped = .exhausted }
  }

  /// Makes the next execution of a search.
  mutating func runSearched(_ open: OpenSearch, number: Int) -> SearchedEnd {
    var request = ExecutionRequest(
      .searched(number), width: options.poolLimit.rawValue, looksAt(number) ? .sample : [])
    request.mayBeCut = true
    request.showsOutput = options.showOutput == .all
    executor.search = open
    let result = executor.execute(request)
    executor.search = nil
    let last = exploration.recordedTrace.last
    if wasCut(number, request, result) {
      exploration.recordedTrace.last = last
      return SearchedEnd(isCut: true)
    }
    account(number, result)
    let demanding = result.end.isFinished ? demandingSchedule(number, result) : nil
    var stops = inspect(number, request, result)
    close()
    if !stops, let demanding { stops = checkPool(number, demanding) }
    // A process that is gone without a word has not reported what the search is to resume.
    let isLost = result.end.kind == .vanished
    return SearchedEnd(
      stops: stops || isLost, isSound: result.has(.isReproducibleBySchedule) && !result.has(.hasUnseenLocks))
  }
}
#endif
