// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Steps of blocks that concern several parts: a submission, an arrival, an end.
extension World {
  /// Submits an item, now (`deadline` 0) or at its deadline.
  mutating func async(_ task: Int, _ item: Int, _ deadline: UInt64) -> Outcome {
    let lane = queues.lanes.at + core.tasks.at[item].lane
    if lane.pointee.isWorkloop && lane.pointee.isInactive { return .failed(.wakeupOfInactiveWorkloop) }
    if deadline == 0 {
      if core.tasks.at[item].kind == .after { core.tasks.at[item].submissionInstant = core.clock.now &+ 1 }
      queues.submit(item, &core)
    } else {
      core.own(item, by: task)
      delay(item, until: deadline)
    }
    return core.done(task)
  }

  /// Submits an item with a delay: at once if the time has come, never if it never comes (Libdispatch.md
  /// 2.8); `Operation.whenSettled` = when nothing else can continue.
  private mutating func delay(_ item: Int, until deadline: UInt64) {
    if core.isOver(deadline) {
      // Where the clock ran ahead between the reading of the time and this, the deadline has come just now.
      if core.tasks.at[item].kind == .after && core.clock.now &- deadline < core.clock.lateness {
        core.tasks.at[item].submissionInstant = core.clock.now &+ 1
      }
      queues.submit(item, &core)
    } else if deadline == Operation.noDeadline {
      queues.endUnstarted(item, &groups, &core)
    } else {
      core.tasks.at[item].phase = .delayed
      core.tasks.at[item].pending = Operation(.arrive, queues.lanes.at[core.tasks.at[item].lane].object)
      if deadline == Operation.whenSettled {
        core.tasks.link(item, into: &core.clock.whenSettled, as: .whenSettled)
      } else {
        core.arm(item, deadline)
      }
    }
  }

  /// A delayed item, or the handler of a timer, comes to its queue.
  mutating func arrive(_ item: Int) -> Outcome {
    core.disable(item)
    core.leaveTie(item)
    if core.tasks.at[item].source >= 0 { sources.fired(item, &core) }
    queues.submit(item, &core)
    core.closeArrival()
    return .progressed
  }

  /// A block, or a thread, starts.
  @inline(__always)
  mutating func begin(_ task: Int) -> Outcome {
    if core.tasks.at[task].kind != .thread { return queues.begin(task, &sources, &core) }
    core.tasks.at[task].pending = Operation(.none)
    return .started
  }

  /// Ends a task: a block gives back its lanes and its worker and leaves its group (Libdispatch.md 2.2
  /// "Block ordering of side effects": block released, then group left).
  mutating func end(_ task: Int) -> Outcome {
    queues.finish(task, &core)
    if core.tasks.at[task].source >= 0 { sources.handlerEnded(task, &queues, &core) }
    if core.tasks.at[task].thread >= 0 {
      threads.end(core.tasks.at[task].thread, &core)
      locks.freeRobust(of: task, &core)
    }
    let group = core.tasks.at[task].group
    if group >= 0 && core.plantedFault != .groupNotLeft {
      return groups.leave(group, by: task, &queues, &core)
    }
    return .completed()
  }
}
