// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDSchedule

/// Runs the schedules of a corpus behind the first schedule, and leaves out the numbers that were run.
///
/// None of these runs counts as a schedule of the exploration, or has a number in its coverage. A number is
/// left out only if this very program has been run under it, and each way in which that went wrong has a
/// schedule that is run again.
extension Explorer {
  /// Whether schedule `number` is left out: nil = it is to be run, false = exploring is to stop.
  mutating func passByCorpus(_ number: Int) -> Bool? {
    guard let plan = options.plan, number > 0 else { return nil }
    if number == 1, resumed == nil, replay(plan) { return false }
    return options.plan?.explored.contains(number) == true ? true : nil
  }

  /// True when exploring is to stop.
  private mutating func replay(_ plan: CorpusPlan) -> Bool {
    corpus.isReplaying = true
    defer { corpus.isReplaying = false }
    for run in CorpusCourse.runs(of: plan, options) {
      guard let result = executeOfCorpus(run.request) else { return true }
      for pair in corpus.compare(run, result, executor) { counter.coverage.add(conflictPair: pair, of: -1) }
      let stops = inspect(run.number, run.request, result)
      close()
      if stops || isAbandoned || tooManyAbandonedExecutions() { return true }
    }
    if corpus.yield.isChanged {
      options.plan = plan.anew
      numbered = NumberedRequests(numbered, options)
      executor.numbered = numbered
    }
    return false
  }

  /// Nil when exploring is to stop.
  private mutating func executeOfCorpus(_ request: ExecutionRequest) -> ExecutionResult? {
    if executor.isOutOfTime { exploration.stopped = .time }
    if let progress, !progress(madeProgress) { exploration.stopped = .interrupted }
    if exploration.stopped.isCut { return nil }
    let result = executor.execute(request)
    if !result.end.isCut { return result }
    exploration.stopped = reasonOfCut
    _ = executor.close()
    return nil
  }
}
#endif
