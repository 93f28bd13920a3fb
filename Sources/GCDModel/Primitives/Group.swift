// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Groups (Libdispatch.md 2.5).
extension World {
  /// Makes an empty group.
  public mutating func makeGroup(creator: TaskID) -> ObjectID {
    let stable = nextStableID(of: .group, creator: creator)
    return ObjectID(.group, appendGroup(stableID: stable, workItem: -1))
  }

  mutating func appendGroup(stableID: UInt64, workItem: Int) -> Int {
    let index = groupCount
    if index == groupCapacity {
      moveTable(&groups, used: index, to: groupCapacity * 2)
      groupCapacity *= 2
    }
    groupCount = index + 1
    (groups + index).initialize(
      to: GroupState(
        count: 0, notifies: TaskList(), waiters: TaskList(), workItem: workItem,
        isReleased: false,
        stableID: stableID))
    return index
  }

  /// How often the group has been entered and not left.
  public mutating func count(ofGroup group: ObjectID) -> Int { groups[group.index].count }

  /// Sets the count of a group from outside the run.
  public mutating func setCount(_ count: Int, ofGroup group: ObjectID) { groups[group.index].count = count }

  mutating func enter(_ task: Int, _ index: Int) -> Outcome {
    let count = groups[index].count
    if count >= 0x3fff_ffff { return .failed(.tooManyEnters) }
    groups[index].count = count + 1
    if recordsLedger { record(ObjectID(.group, index), task, .enter, before: count, after: count + 1) }
    return done(task)
  }

  /// Leaves; at the return to 0 the notifies are submitted in order of registration, then every waiter
  /// is released, whether or not the group is entered again (Libdispatch.md 2.5 "notify",
  /// "wait").
  mutating func leave(_ index: Int, by task: Int) -> Outcome {
    let state = groups + index
    let count = state.pointee.count
    if count <= 0 { return plantedFault == .leaveUnchecked ? done(task) : .failed(.unbalancedLeave) }
    state.pointee.count = count - 1
    if recordsLedger { record(ObjectID(.group, index), task, .leave, before: count, after: count - 1) }
    if count > 1 { return done(task) }
    if state.pointee.isReleased { expire(ObjectID(.group, index)) }
    while groups[index].notifies.head >= 0 {
      let item = groups[index].notifies.head
      remove(item, from: &groups[index].notifies)
      submit(item)
    }
    while groups[index].waiters.head >= 0 {
      let waiter = groups[index].waiters.head
      remove(waiter, from: &groups[index].waiters)
      tasks[waiter].waitResult = 0
      disarm(waiter)
      enable(waiter)
    }
    return done(task)
  }

  /// Registers an item; with an empty group it is submitted at once, never run in place (Libdispatch.md 2.5).
  mutating func notify(_ task: Int, _ index: Int, item: Int) -> Outcome {
    if groups[index].count == 0 && plantedFault != .emptyGroupForgetsNotify {
      submit(item)
    } else {
      tasks[item].phase = .registered
      append(item, to: &groups[index].notifies, as: .groupNotify)
    }
    return done(task)
  }

  /// Arrives at a wait: over at once when the group is empty or the time has come, else blocked.
  mutating func arriveAtGroup(_ task: Int, _ index: Int, _ deadline: UInt64) -> Outcome {
    if groups[index].count == 0 && plantedFault != .emptyGroupBlocks { return done(task) }
    if isOver(deadline) { return done(task, -1) }
    disable(task)
    tasks[task].pending = Operation(.groupWake, ObjectID(.group, index), argument: deadline)
    tasks[task].waitResult = -1
    append(task, to: &groups[index].waiters, as: .groupWait)
    arm(task, deadline)
    return .blocked
  }

  /// A wait ends: with success if the count has returned to 0, else because its deadline has come.
  mutating func groupWake(_ task: Int) -> Outcome {
    if tasks[task].list == .groupWait {
      let index = tasks[task].pending.object.index
      remove(task, from: &groups[index].waiters)
    }
    return done(task, tasks[task].waitResult)
  }
}
