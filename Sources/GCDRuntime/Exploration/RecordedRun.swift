// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDModel
import GCDSchedule

extension WorldConfiguration {
  /// `skew` is that of the exploration, in nanoseconds; the plan says whether it holds.
  init(_ plan: RunPlan, skew: UInt64, width: Int) {
    self.init(poolWidth: width, skew: plan.allowsSkew ? skew : 0)
  }
}

/// The parts of a run that outlive it: compared with the run that repeats it.
struct RecordedRun {
  var steps: [StepRecord]
  var hash: UInt64
  var end: RunEnd
  var choicePoints: Int
  var races: [RecordedRace]

  init(_ engine: Engine) {
    let trace = engine.state.pointee.trace
    steps = Array(UnsafeBufferPointer(start: trace.steps, count: trace.count))
    hash = trace.hash
    end = engine.state.pointee.end
    choicePoints = engine.state.pointee.scheduler.choicePoints
    races = engine.races
  }
}
#endif
