// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDSchedule

/// What the schedules of an exploration reached.
extension Explorer {
  /// Notes what was seen of schedule `number`.
  mutating func cover(_ number: Int, _ sample: CoverageSample) {
    counter.coverage.look(number, order: sample.order, isDrawn: sample.isDrawn)
    let new = sample.conflictPairs.filter { counter.coverage.add(conflictPair: $0, of: number) }
    corpus.keep(sample, of: executor)
    guard options.recordsTrace else { return }
    // Kept where the result is to be put together with others.
    exploration.recordedTrace.looks.append(
      CoverageSnapshot(
        number: number, order: sample.order, isDrawn: sample.isDrawn, conflictPairs: new,
        isShared: exploration.recordedTrace.last >= beginning))
  }

  func looksAt(_ number: Int) -> Bool { options.looksAt(number, steps: profile.steps) }

  /// Whether the user wants to stop where nothing new comes, and nothing does.
  var stopsForNothingNew: Bool { options.stopWhenSaturated && counter.coverage.isSaturated }
}
#endif
