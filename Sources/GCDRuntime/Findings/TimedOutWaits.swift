// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDModel
import GCDReport
import GCDVocabulary

/// Timed waits of the run that ran out.
struct TimedOutWaits {
  let engine: Engine
  let naming: ReportNames

  /// In the order in which they ran out, at most a few.
  var first: [Timeout] {
    var result: [Timeout] = []
    for index in engine.pointee.trace.first..<engine.pointee.trace.count {
      let step = engine.pointee.trace.steps[index]
      guard step.result == -1, [.wait, .groupWait, .groupWake, .conditionWake].contains(step.kind) else {
        continue
      }
      let began = startOfWait(index)
      result.append(
        Timeout(
          step.kind == .groupWake ? .groupWait : step.kind, on: naming.object(step.object),
          after: step.time - began, at: naming.location(step.site, step.stack)))
      if result.count == 8 { break }
    }
    return result
  }

  /// When the task of a step had made its step before: its wait began then.
  private func startOfWait(_ index: Int) -> UInt64 {
    let task = engine.pointee.trace.steps[index].task
    var earlier = index - 1
    while earlier >= engine.pointee.trace.first {
      let step = engine.pointee.trace.steps[earlier]
      if step.task == task { return step.time }
      earlier -= 1
    }
    return 0
  }
}
#endif
