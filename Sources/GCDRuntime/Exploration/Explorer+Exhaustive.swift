// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDSchedule

/// Every order of the steps that can differ, job by job of a search that is split.
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
    var steps = 0
  }

  typealias WholeSearch = ExplorationCheckpoint.WholeSearch

  /// Searches until every order has been tried, or one of the limits of the exploration is reached.
  ///
  /// Jobs are taken in in their order, also where processes have worked them off ahead of their turn: what
  /// counts, and what is looked into, is the same.
  ///
  /// - Parameter cut: the search that is resumed; nil = begin one.
  mutating func exhaust(bound: Int?, atMost limit: Int, after cut: WholeSearch? = nil) {
    var whole = cut ?? WholeSearch(SplitSearch(bound: bound, shares: traits.searchShares))
    let isDone = workOff(&whole, atMost: limit)
    cutSearch = InterruptedSearch(whole)
    if !isDone { return }
    if whole.split.isTooLarge { whole.isSound = false }
    exploration.isExhaustive = whole.isSound && bound == nil
    exploration.search?.isComplete = whole.isSound
    if whole.isSound && exploration.stopped == .completed { exploration.stopped = .exhausted }
  }

  /// True when nothing is left to do.
  private mutating func workOff(_ whole: inout WholeSearch, atMost limit: Int) -> Bool {
    while !whole.split.isFinished {
      guard mayRun(whole, limit) else { return false }
      let part = executor.part(of: whole.split)
      let counted = part.map { count(SearchedPart.Runs(of: $0), &whole, limit) } ?? .damaged
      let end =
        switch counted {
        case .all: part?.search
        case .stopped: ExhaustiveSearch?.none
        case .damaged: run(whole.split.job(at: 0), &whole, limit)
        }
      guard let end else { return false }
      whole.split.take(end)
      whole.counted = 0
      whole.countedExecutions = 0
      if whole.split.hasDiverged {
        if whole.starts == Explorer.mostStarts {
          exploration.search = nil
          return false
        }
        whole.starts += 1
        whole.split.startAnew()
      }
      noteExtent(whole)
    }
    return true
  }

  private mutating func noteExtent(_ whole: WholeSearch) {
    exploration.search = SearchExtent(
      interleavings: whole.split.executions + whole.countedExecutions, bound: whole.split.bound,
      isComplete: false)
  }

  /// Whether another run may be made; why not is noted.
  private mutating func mayRun(_ whole: WholeSearch, _ limit: Int) -> Bool {
    if whole.runs == limit { return false }
    if executor.isOutOfTime {
      exploration.stopped = .time
      return false
    }
    if whole.runs > 0, let progress, !progress(madeProgress) {
      exploration.stopped = .interrupted
      return false
    }
    return true
  }

  /// Makes the runs of the job that is next; nil where exploring is to stop.
  private mutating func run(
    _ job: SearchJob, _ whole: inout WholeSearch, _ limit: Int
  ) -> ExhaustiveSearch? {
    let open = OpenSearch(job.search)
    var made = 0
    var steps = 0
    repeat {
      let isCounted = made < whole.counted
      if !isCounted, !mayRun(whole, limit) { return nil }
      let isLookedAt = looksAt(job.runsBefore + made + 1)
      let end =
        isCounted
        ? rerun(open, number: made + 1) : runSearched(open, number: whole.runs + 1, isLookedAt: isLookedAt)
      if end.isCut { return nil }
      made += 1
      steps += end.steps
      if isCounted { continue }
      if !note(end, isRepetition: open.search.isRepetition, &whole) { return nil }
    } while !job.isOver(open.search, runs: made, steps: steps)
    return open.search.endOfPart
  }

  /// Makes a run again that counted before the exploration was cut.
  private mutating func rerun(_ open: OpenSearch, number: Int) -> SearchedEnd {
    let request = searched(number, isLookedAt: false)
    executor.search = open
    let result = executor.execute(request)
    executor.search = nil
    if wasCut(inSearch: number, request, result) { return SearchedEnd(isCut: true) }
    _ = executor.close()
    return SearchedEnd(stops: false, steps: result.steps)
  }

  private enum CountedJob {
    case all
    /// Exploring is to stop.
    case stopped
    /// What is behind the runs that were counted cannot be read.
    case damaged
  }

  /// Counts the runs of the job that is next.
  private mutating func count(
    _ runs: SearchedPart.Runs, _ whole: inout WholeSearch, _ limit: Int
  ) -> CountedJob {
    var runs = runs
    var before = whole.counted
    while !runs.isAtEnd {
      guard let run = runs.next() else { return .damaged }
      if before > 0 {
        before -= 1
        continue
      }
      if !mayRun(whole, limit) { return .stopped }
      let end = count(run, number: whole.runs + 1)
      if end.isCut || !note(end, isRepetition: run.isRepetition, &whole) { return .stopped }
    }
    return .all
  }

  /// Counts one run, which is made again where it shows something.
  private mutating func count(_ run: SearchedPart.Run, number: Int) -> SearchedEnd {
    let execution = run.execution
    let result = execution.result
    let isNew = result.fingerprint.map { !seenFailures.contains($0) } ?? false
    executor.count(execution)
    if isNew || isDemanding(result) || result.has(.changedExternalObjects), let token = run.token {
      var request = ExecutionRequest.replaying(token, .token)
      request.showsOutput = options.showOutput == .all
      let again = executor.execute(request)
      if wasCut(inSearch: number, request, again) { return SearchedEnd(isCut: true) }
      return account(number, searched(number, isLookedAt: false), again, execution.sample)
    }
    count(result)
    if let sample = execution.sample { cover(number, sample) }
    if execution.isAbandoned { exploration.abandonedExecutions += 1 }
    return SearchedEnd(stops: false, isSound: isSound(result))
  }

  /// Notes what a run has come to; false where exploring is to stop.
  private mutating func note(_ end: SearchedEnd, isRepetition: Bool, _ whole: inout WholeSearch) -> Bool {
    whole.runs += 1
    whole.counted += 1
    if !isRepetition { whole.countedExecutions += 1 }
    if !end.isSound { whole.isSound = false }
    if end.stops || tooManyAbandonedExecutions() { return false }
    noteExtent(whole)
    return true
  }

  private func searched(_ number: Int, isLookedAt: Bool) -> ExecutionRequest {
    var request = ExecutionRequest(
      .searched(number), width: options.poolLimit.rawValue, isLookedAt ? .sample : [])
    request.mayBeCut = true
    request.showsOutput = options.showOutput == .all
    return request
  }

  /// Makes the next execution of a search.
  mutating func runSearched(_ open: OpenSearch, number: Int, isLookedAt: Bool) -> SearchedEnd {
    let request = searched(number, isLookedAt: isLookedAt)
    executor.search = open
    let result = executor.execute(request)
    executor.search = nil
    if wasCut(inSearch: number, request, result) { return SearchedEnd(isCut: true) }
    return account(number, request, result, isLookedAt ? executor.sample : nil)
  }

  /// Does all that is to be done for a run of a search that is open.
  private mutating func account(
    _ number: Int, _ request: ExecutionRequest, _ result: ExecutionResult, _ sample: CoverageSample?
  ) -> SearchedEnd {
    account(number, result, isLookedAt: false)
    if let sample { cover(number, sample) }
    let demanding = result.end.isFinished ? demandingSchedule(number, result) : nil
    var stops = inspect(number, request, result)
    close()
    if !stops, let demanding { stops = checkPool(number, demanding) }
    // A process that is gone without a word has not reported what the search is to resume.
    let isLost = result.end.kind == .vanished
    return SearchedEnd(stops: stops || isLost, isSound: isSound(result), steps: result.steps)
  }

  private mutating func wasCut(
    inSearch number: Int, _ request: ExecutionRequest, _ result: ExecutionResult
  ) -> Bool {
    let last = exploration.recordedTrace.last
    if !wasCut(number, request, result) { return false }
    exploration.recordedTrace.last = last
    return true
  }

  private func isSound(_ result: ExecutionResult) -> Bool {
    result.has(.isReproducibleBySchedule) && !result.has(.hasUnseenLocks)
  }
}
#endif
