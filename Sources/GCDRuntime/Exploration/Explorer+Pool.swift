// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDModel
import GCDSchedule
import GCDVocabulary

/// How many workers a schedule needs (GCD106).
extension Explorer {
  /// Whether the run that has just ended left blocks behind for which there was no worker.
  var isStarvedOfWorkers: Bool { engine.state.pointee.world.itemsWaitingForPool > 0 }

  /// The smallest width with which the schedule of a token does not leave blocks without a worker.
  mutating func smallestSufficientWidth(_ token: ScheduleToken) -> Int {
    GCDRuntime.smallestSufficientWidth(above: token.poolWidth) { isStarved(token, width: $0) }
  }

  /// The token, with Apple's pool, of the run that has just ended, if more workers were blocked in it at once
  /// than in any before and than that pool has.
  mutating func crowdedSchedule() -> ScheduleToken? {
    let workers = engine.state.pointee.world.workersNeeded
    if workers <= mostWorkers || options.poolWidth != .unbounded { return nil }
    mostWorkers = workers
    return scheduler.token(poolWidth: PoolWidth.darwin.width)
  }

  /// Runs such a schedule with that pool; true when exploring is to stop.
  mutating func checkPool(_ number: Int, _ token: ScheduleToken) -> Bool {
    let plan = scheduler.begin(replaying: token)
    run(plan, width: token.poolWidth)
    scheduler.endReplay()
    let stops = isStarvedOfWorkers && inspect(number, plan)
    finish()
    return stops
  }

  private mutating func isStarved(_ token: ScheduleToken, width: Int) -> Bool {
    let plan = scheduler.begin(replaying: token)
    run(plan, width: width)
    scheduler.endReplay()
    let result = isStarvedOfWorkers
    finish()
    return result
  }
}

/// The smallest width of a pool, above one that starves, that does not.
///
/// More workers only ever let more blocks start, so the widths that suffice are found by doubling, then
/// halving.
package func smallestSufficientWidth<Problem: Error>(
  above width: Int, isStarved: (Int) throws(Problem) -> Bool
) throws(Problem) -> Int {
  let widestPool = 4_096
  var tooSmall = width
  var enough = tooSmall + 1
  while enough < widestPool, try isStarved(enough) {
    tooSmall = enough
    enough *= 2
  }
  while enough - tooSmall > 1 {
    let middle = (tooSmall + enough) / 2
    if try isStarved(middle) { tooSmall = middle } else { enough = middle }
  }
  return enough
}
#endif
