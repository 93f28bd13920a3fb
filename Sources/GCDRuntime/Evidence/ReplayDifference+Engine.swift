// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDSchedule

extension Engine {
  /// Where the steps of the current run are counted; lives as long as the process.
  var stepCounter: UnsafePointer<Int>? { UnsafePointer(state).pointer(to: \.trace.count) }
}

extension ReplayDifference {
  /// Between the end of the run that has left its token and its clean-up.
  init(_ divergence: GCDSchedule.Divergence, in engine: Engine) {
    switch divergence {
    case .choiceNotPossible(let point, let choice, let candidates, let place):
      let naming = Naming(engine)
      self = .choiceNotPossible(
        choice: point, step: place.steps.map { $0 + 1 }, wanted: choice + 1, candidates: candidates,
        able: place.able.map(naming.party).sorted())
    case .endedEarly(let expected, let made): self = .endedEarly(choice: expected, made: made)
    }
  }
}
#endif
