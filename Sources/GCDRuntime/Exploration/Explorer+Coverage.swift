// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDSchedule

/// What the schedules of an exploration came by.
extension Explorer {
  /// Looks at the open execution of schedule `number`.
  mutating func cover(_ number: Int, _ traceHash: UInt64) {
    counter.add(traceHash)
    if !looksAt(number) { return }
    guard let sample = executor.sample else { return }
    cover(number, sample)
  }

  mutating func cover(_ number: Int, _ sample: CoverageSample) {
    counter.coverage.look(number, order: sample.order, isDrawn: sample.isDrawn)
    let new = sample.handOffs.filter { counter.coverage.add(handOff: $0, of: number) }
    guard options.recordsCourse else { return }
    // Kept where the result is to be put together with others.
    exploration.course.looks.append(
      CoverageLook(
        number: number, order: sample.order, isDrawn: sample.isDrawn, handOffs: new,
        isShared: exploration.course.last >= beginning))
  }

  func looksAt(_ number: Int) -> Bool { ExplorationCoverage.looksAt(number, steps: profile.steps) }

  /// Whether the user wants to stop where nothing new comes, and nothing does.
  var stopsForNothingNew: Bool { options.stopWhenSaturated && counter.coverage.isSaturated }
}
#endif
