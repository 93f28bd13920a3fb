// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// A group (Libdispatch.md 2.5).
struct GroupState {
  var count = 0
  /// Items to submit when the count returns to 0, in order of registration.
  var notifies = TaskList()
  var waiters = TaskList()
  /// The work item that keeps the group for itself, -1 = none.
  var workItem = -1
  /// The program has given up its last reference; while it is entered it lives on.
  var isReleased = false
  var stableID: UInt64
}

/// Groups (Libdispatch.md 2.5).
public struct Groups {
  var table = Table<GroupState>()

  /// How often the group has been entered and not left.
  public func count(of group: ObjectID) -> Int { table.at[group.index].count }

  mutating func enter(_ task: Int, _ index: Int, _ core: inout Core) -> Outcome {
    let count = table.at[index].count
    if count >= 0x3fff_ffff { return .failed(.tooManyEnters) }
    table.at[index].count = count + 1
    if core.ledger.isOn {
      core.record(ObjectID(.group, index), task, .enter, before: count, after: count + 1)
    }
    return core.done(task)
  }

  /// Leaves; at the return to 0 the notifies are submitted in order of registration, then every waiter is
  /// released, whether or not the group is entered again (Libdispatch.md 2.5 "notify", "wait").
  mutating func leave(_ index: Int, by task: Int, _ queues: inout Queues, _ core: inout Core) -> Outcome {
    let state = table.at + index
    let count = state.pointee.count
    if count <= 0 {
      return core.plantedFault == .leaveUnchecked ? core.done(task) : .failed(.unbalancedLeave)
    }
    state.pointee.count = count - 1
    if core.ledger.isOn {
      core.record(ObjectID(.group, index), task, .leave, before: count, after: count - 1)
    }
    if count > 1 { return core.done(task) }
    if state.pointee.isReleased { core.expire(ObjectID(.group, index)) }
    while state.pointee.notifies.head >= 0 {
      let item = state.pointee.notifies.head
      core.tasks.unlink(item, from: &state.pointee.notifies)
      queues.submit(item, &core)
    }
    while state.pointee.waiters.head >= 0 {
      let waiter = state.pointee.waiters.head
      core.tasks.unlink(waiter, from: &state.pointee.waiters)
      core.tasks.at[waiter].waitResult = 0
      core.disarm(waiter)
      core.enable(waiter)
    }
    return core.done(task)
  }

  /// Registers an item; with an empty group it is submitted at once, never run in place (Libdispatch.md 2.5).
  mutating func notify(
    _ task: Int, _ index: Int, item: Int, _ queues: inout Queues, _ core: inout Core
  ) -> Outcome {
    if table.at[index].count == 0 && core.plantedFault != .emptyGroupForgetsNotify {
      queues.submit(item, &core)
    } else {
      core.tasks.at[item].phase = .registered
      core.tasks.link(item, into: &table.at[index].notifies, as: .groupNotify)
    }
    return core.done(task)
  }

  /// Arrives at a wait: over at once when the group is empty or the time has come, else blocked.
  mutating func wait(_ task: Int, _ index: Int, _ deadline: UInt64, _ core: inout Core) -> Outcome {
    if table.at[index].count == 0 && core.plantedFault != .emptyGroupBlocks { return core.done(task) }
    if core.isOver(deadline) { return core.done(task, -1) }
    core.disable(task)
    core.tasks.at[task].pending = Operation(.groupWake, ObjectID(.group, index), argument: deadline)
    core.tasks.at[task].waitResult = -1
    core.tasks.link(task, into: &table.at[index].waiters, as: .groupWait)
    core.arm(task, deadline)
    return .blocked
  }

  /// A wait ends: with success if the count has returned to 0, else because its deadline has come.
  mutating func wake(_ task: Int, _ index: Int, _ core: inout Core) -> Outcome {
    if core.tasks.at[task].list == .groupWait { core.tasks.unlink(task, from: &table.at[index].waiters) }
    return core.done(task, core.tasks.at[task].waitResult)
  }
}
