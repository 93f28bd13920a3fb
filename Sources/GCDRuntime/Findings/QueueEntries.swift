// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDModel
import GCDReport
import GCDVocabulary

/// The calls by which tasks are in queues.
struct QueueEntries {
  let engine: Engine
  let naming: ReportNames

  /// Where a task made the sync call by which it is in a queue: not one that has ended, or that still waits.
  /// Nil for the queue of its own block.
  func place(_ queue: ObjectID, _ task: TaskID) -> CodeLocation? {
    if engine.pointee.world.queue(of: task) == queue { return nil }
    let pending = engine.pointee.world.pendingOperation(of: task)
    let isEntering =
      pending.object == queue && engine.pointee.world.waits(of: task).contains { $0.resource == queue }
    var ended = isEntering ? 1 : 0
    var index = engine.pointee.trace.count
    while index > engine.pointee.trace.first {
      index -= 1
      let step = engine.pointee.trace.steps[index]
      if step.task != task || step.object != queue { continue }
      if step.kind == .endSync { ended += 1 }
      if step.kind.acquires == .sync { ended -= 1 }
      if ended < 0 { return naming.location(step.site, step.stack) }
    }
    return nil
  }
}
#endif
