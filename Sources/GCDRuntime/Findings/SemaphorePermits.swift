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
      if taker.holder == edge.waiter {
        let name = naming.participant(edge.waiter)
        return [.holdsPermit(by: name, location: place)] + waitsRunOut(edge.waiter, name)
      }
      if engine.pointee.world.phase(of: taker.holder) == .ended {
        let name = EndedBlocks(engine: engine, naming: naming).name(of: taker.holder)
        return [.neverGivenBack(by: name, location: place)] + waitsRunOut(taker.holder, name)
      }
      return [.keepsPermit(by: naming.participant(taker.holder), location: place)]
    }
    let givesBackMore = trials.contains { $0.task == edge.waiter && $0.helped.contains(edge.waiter) }
    if givesBackMore, let place = taken(edge.resource, by: edge.waiter) {
      return [.holdsPermit(by: naming.participant(edge.waiter), location: place)]
    }
    return []
  }

  /// The one call by which ended tasks have taken permits of a semaphore that no one has ever given back; nil
  /// where it counts something else, or one of them awaits with its permit.
  func lost(_ semaphore: ObjectID) -> CodeLocation? {
    let initial = engine.pointee.world.semaphores.originalValue(of: semaphore)
    guard initial > 0 else { return nil }
    let ended = EndedBlocks(engine: engine, naming: naming)
    var places: Set<CodeLocation> = []
    for task in engine.allTasks where engine.pointee.world.phase(of: task) == .ended && task != .body {
      guard let place = taken(semaphore, by: task), ended.suspended(task) == nil else { continue }
      places.insert(place)
    }
    return places.count == 1 && !isCounter(semaphore) ? places.first : nil
  }

  /// The last wait of a task that ran out: what follows it often leaves out what has to be given back.
  private func waitsRunOut(_ task: TaskID, _ name: String) -> [Waker] {
    guard let last = TimedOutWaits(engine: engine, naming: naming).last(of: task) else { return [] }
    let step = engine.pointee.trace.steps[last]
    return [.ranOut(by: name, location: naming.location(step.site, step.stack), step: last)]
  }

  /// Whether a task has signalled that had taken nothing.
  private func isCounter(_ semaphore: ObjectID) -> Bool {
    let trace = engine.pointee.trace
    var taken: [TaskID: Int] = [:]
    for index in trace.first..<trace.count {
      let step = trace.steps[index]
      guard step.object == semaphore, !step.isBlocked, step.result >= 0 else { continue }
      if step.kind == .wait { taken[step.task, default: 0] += 1 }
      if step.kind == .signal {
        if taken[step.task, default: 0] == 0 { return true }
        taken[step.task, default: 0] -= 1
      }
    }
    return false
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
