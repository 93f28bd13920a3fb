// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDModel
import GCDReport
import GCDVocabulary

/// Which task has the permits of a semaphore that another one, or itself, waits for.
struct SemaphorePermits {
  let engine: Engine
  let naming: ReportNames
  let trials: [Trial]

  /// The one that has taken the only permit and would not signal it, or the waiter, where it has one already
  /// and would give back both.
  func wakers(_ edge: GCDModel.WaitEdge) -> [Waker] {
    guard edge.kind == .semaphore, !engine.pointee.world.semaphores.isAwait(edge.resource) else { return [] }
    let taker = engine.pointee.world.waits(of: edge.waiter).first { $0.resource == edge.resource }
    if let taker, trials.refute(taker), let place = taken(edge.resource, by: taker.holder) {
      return [.keepsPermit(by: naming.participant(taker.holder), location: place)]
    }
    let givesBackMore = trials.contains { $0.task == edge.waiter && $0.helped.contains(edge.waiter) }
    if givesBackMore, let place = taken(edge.resource, by: edge.waiter) {
      return [.holdsPermit(by: naming.participant(edge.waiter), location: place)]
    }
    return []
  }

  /// Where a task took the permit that it has not given back.
  private func taken(_ semaphore: ObjectID, by task: TaskID) -> CodeLocation? {
    let trace = engine.pointee.trace
    var signals = 0
    for index in (trace.first..<trace.count).reversed() {
      let step = trace.steps[index]
      guard step.object == semaphore, step.task == task, !step.isBlocked, step.result >= 0 else { continue }
      if step.kind == .signal { signals += 1 }
      if step.kind == .wait {
        if signals == 0 { return naming.location(step.site, step.stack) }
        signals -= 1
      }
    }
    return nil
  }
}
#endif
