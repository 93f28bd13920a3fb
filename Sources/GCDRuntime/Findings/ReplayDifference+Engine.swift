// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDSchedule
import GCDVocabulary

extension Engine {
  /// Where the steps of the current run are counted; lives as long as the process.
  var stepCounter: UnsafePointer<Int>? { UnsafePointer(self).pointer(to: \.trace.count) }
}

extension ReplayDifference {
  /// Between the end of the run that has left its token and its clean-up.
  init(_ divergence: GCDSchedule.Divergence, in engine: Engine) {
    switch divergence {
    case .choiceNotPossible(let point, let choice, let candidates, let place):
      let naming = ReportNames(engine)
      self = .choiceNotPossible(
        choice: point, step: place.steps.map { $0 + 1 }, wanted: choice + 1, candidates: candidates,
        able: place.able.map { name($0, naming) }.sorted())
    case .endedEarly(let expected, let made): self = .endedEarly(choice: expected, made: made)
    }
  }
}

/// What a task is called before it has a worker, or when its worker has served others: by its queue.
private func name(_ task: TaskID, _ naming: ReportNames) -> String {
  let queue = naming.engine.pointee.world.queue(of: task)
  return queue == .none ? naming.participant(task) : "a block of \(naming.object(queue).compact)"
}
#endif
