// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDSchedule

/// What the schedules of an exploration came by.
extension Explorer {
  /// Looks at the run that has just ended, schedule `number`; before anything of it is taken away.
  mutating func cover(_ number: Int, _ traceHash: UInt64) {
    reading.add(traceHash)
    if !ExplorationCoverage.looksAt(number, steps: profile.steps) { return }
    var pairs: [UInt64] = []
    guard let order = reading.read(engine, handOff: { pairs.append($0) }) else { return }
    let isDrawn = scheduler.plan.strategy.isRandom
    reading.coverage.look(number, order: order, isDrawn: isDrawn)
    let new = pairs.filter { reading.coverage.add(handOff: $0, of: number) }
    keepLook(number, order: order, isDrawn: isDrawn, handOffs: new)
  }

  /// Keeps what a schedule came by, where the result is to be put together with others.
  mutating func keepLook(_ number: Int, order: UInt64, isDrawn: Bool, handOffs: [UInt64]) {
    guard options.recordsCourse else { return }
    exploration.course.looks.append(
      CoverageLook(
        number: number, order: order, isDrawn: isDrawn, handOffs: handOffs,
        isShared: exploration.course.last >= beginning))
  }

  /// Whether the user wants to stop where nothing new comes, and nothing does.
  var stopsForNothingNew: Bool { options.stopWhenSaturated && reading.coverage.isSaturated }
}
#endif
