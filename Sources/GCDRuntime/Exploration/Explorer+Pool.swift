// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDModel
import GCDSchedule
import GCDVocabulary

/// How many workers a schedule needs (GCD106).
extension Explorer {
  /// The token, with a pool that it is too much for, of the open execution: Apple's, if more workers were
  /// blocked in it at once than in any before and than that pool has; the one it began with, if that has
  /// grown.
  mutating func crowdedSchedule(_ result: ExecutionResult) -> ScheduleToken? {
    if result.crowd <= mostWorkers { return nil }
    mostWorkers = result.crowd
    return executor.tokenOfNarrowPool
  }

  /// Executes such a schedule with that pool; true when exploring is to stop.
  mutating func checkPool(_ number: Int, _ token: ScheduleToken) -> Bool {
    let request = ExecutionRequest.replaying(token)
    let result = execute(request)
    let stops = result.has(.isStarved) && inspect(number, request, result)
    close()
    return stops || isAbandoned
  }

  private mutating func isStarved(_ token: ScheduleToken, width: Int) -> Bool {
    let result = execute(.replaying(token, width: width))
    close()
    return result.has(.isStarved)
  }

  /// The smallest width with which the schedule of a token, which starves, does not leave blocks without a
  /// worker; a pool that grows is tried as one that has grown.
  ///
  /// More workers only ever let more blocks start, so the widths that suffice are found by doubling, then
  /// halving.
  mutating func smallestSufficientWidth(_ token: ScheduleToken) -> Int {
    let widestPool = 4_096
    /// Where the growth of libdispatch's pool on Linux ends.
    let mostGrownWorkers = 255
    let limit = PoolLimit(rawValue: token.poolWidth)
    var tooSmall = limit.grows ? max(limit.workers, mostGrownWorkers) : limit.workers
    var enough = tooSmall + 1
    while enough < widestPool, isStarved(token, width: enough) {
      tooSmall = enough
      enough *= 2
    }
    while enough - tooSmall > 1 {
      let middle = (tooSmall + enough) / 2
      if isStarved(token, width: middle) { tooSmall = middle } else { enough = middle }
    }
    return enough
  }
}
#endif
