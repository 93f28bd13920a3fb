// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDModel
import GCDSchedule
import GCDVocabulary

/// How many workers a schedule needs (GCD106).
extension Explorer {
  /// Schedules that are executed again with a single thread for Swift tasks, at most.
  private static let mostCooperativeChecks = SearchedPart.mostThreadChecks

  /// Whether a schedule is to be executed again with a narrower pool.
  func isDemanding(_ result: ExecutionResult) -> Bool {
    if result.demand.isEmpty { return false }
    return result.demand.workers > mostWorkers || mayCheckThreads(result)
  }

  private func mayCheckThreads(_ result: ExecutionResult) -> Bool {
    result.demand.threads > 0 && cooperativeChecks.count < Explorer.mostCooperativeChecks
  }

  /// The token of the open execution with a pool that is short of workers for it, if more were blocked in it
  /// at once than in any before.
  ///
  /// One with a single thread for Swift tasks, if one was blocked while another ran, is kept for the end.
  mutating func demandingSchedule(_ number: Int, _ result: ExecutionResult) -> ScheduleToken? {
    guard isDemanding(result), let token = executor.token else { return nil }
    let limit = PoolLimit(rawValue: token.poolWidth)
    func narrowed(to limit: PoolLimit) -> ScheduleToken {
      var narrow = token
      narrow.poolWidth = limit.rawValue
      return narrow
    }
    if mayCheckThreads(result) {
      let narrow = narrowed(to: result.demand.poolShortOfThreads(limit))
      cooperativeChecks.append(
        ExplorationCheckpoint.PoolCheck(number: number, token: narrow.description))
    }
    guard result.demand.workers > mostWorkers else { return nil }
    mostWorkers = result.demand.workers
    return narrowed(to: result.demand.poolShortOfWorkers(limit))
  }

  /// Executes the schedules that were kept for that with a single thread for Swift tasks.
  mutating func checkCooperativePool() {
    if exploration.stopped == .interrupted || isAbandoned { return }
    var tokens: Set<String> = []
    for check in cooperativeChecks where tokens.insert(check.token).inserted {
      if !exploration.errors.isEmpty, !options.keepGoing { return }
      if let token = try? ScheduleToken(parsing: check.token), checkPool(check.number, token) { return }
    }
    cooperativeChecks = []
  }

  /// Executes such a schedule with that pool; true when exploring is to stop.
  mutating func checkPool(_ number: Int, _ token: ScheduleToken) -> Bool {
    let request = ExecutionRequest.replaying(token)
    let result = execute(request)
    let stops = result.has(.isStarved) && inspect(number, request, result)
    close()
    return stops || isAbandoned
  }

  private mutating func isStarved(_ token: ScheduleToken, _ limit: PoolLimit) -> Bool {
    let result = execute(.replaying(token, width: limit.rawValue))
    close()
    return result.has(.isStarved)
  }

  /// The smallest width with which the schedule of a token, which starves, does not leave blocks without a
  /// worker; a pool that grows is tried as one that has grown.
  ///
  /// More workers only ever let more blocks start, so the widths that suffice are found by doubling, then
  /// halving.
  ///
  /// - Parameter isCooperative: The threads for Swift tasks are too few, not the workers.
  mutating func smallestSufficientWidth(_ token: ScheduleToken, isCooperative: Bool) -> Int {
    let widestPool = isCooperative ? PoolLimit.mostCooperative : 4_096
    /// Where the growth of libdispatch's pool on Linux ends.
    let mostGrownWorkers = 255
    let limit = PoolLimit(rawValue: token.poolWidth)
    func widened(to width: Int) -> PoolLimit {
      isCooperative
        ? PoolLimit(workers: limit.workers, grows: limit.grows, cooperative: width)
        : PoolLimit(workers: width, grows: false, cooperative: limit.cooperative)
    }
    var tooSmall = limit.grows ? max(limit.workers, mostGrownWorkers) : limit.workers
    if isCooperative { tooSmall = limit.cooperative }
    var enough = tooSmall + 1
    while enough < widestPool, isStarved(token, widened(to: enough)) {
      tooSmall = enough
      enough *= 2
    }
    while enough - tooSmall > 1 {
      let middle = (tooSmall + enough) / 2
      if isStarved(token, widened(to: middle)) { tooSmall = middle } else { enough = middle }
    }
    return enough
  }
}
#endif
