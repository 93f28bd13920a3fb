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

  /// The token, with a pool that it is too much for, of the run that has just ended: Apple's, if more workers
  /// were blocked in it at once than in any before and than that pool has; the one it began with, if that
  /// has grown.
  mutating func crowdedSchedule() -> ScheduleToken? {
    guard let pool = engine.state.pointee.world.tooNarrowPool else { return nil }
    let workers = engine.state.pointee.world.crowd
    if workers <= mostWorkers { return nil }
    mostWorkers = workers
    return scheduler.token(poolWidth: pool.rawValue)
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

extension World {
  /// How much this run asks of pools, for comparison with other runs; more than Apple's pool has wherever
  /// there is a `tooNarrowPool`.
  var crowd: Int { mutating get { max(workersNeeded, PoolWidth.darwin.width + workersAdded) } }

  /// A pool that does not grow and leaves blocks of this run without a worker; nil where there is none to
  /// try.
  package var tooNarrowPool: PoolLimit? {
    mutating get {
      if workersAdded > 0 { return PoolLimit(workers: PoolLimit(rawValue: width).workers, grows: false) }
      return width == 0 && workersNeeded > PoolWidth.darwin.width
        ? PoolLimit(rawValue: PoolWidth.darwin.width) : nil
    }
  }
}

/// The smallest width of a pool, above one that starves, that does not.
///
/// - Parameter width: The raw value of a `PoolLimit`; one that grows is tried as one that has grown.
///
/// More workers only ever let more blocks start, so the widths that suffice are found by doubling, then
/// halving.
package func smallestSufficientWidth<Problem: Error>(
  above width: Int, isStarved: (Int) throws(Problem) -> Bool
) throws(Problem) -> Int {
  let widestPool = 4_096
  let limit = PoolLimit(rawValue: width)
  var tooSmall = limit.grows ? max(limit.workers, mostGrownWorkers) : limit.workers
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

/// Where the growth of libdispatch's pool on Linux ends.
private let mostGrownWorkers = 255
#endif
