// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// A work item (Libdispatch.md 2.7). Its group is entered once when it is made.
struct WorkItemState {
  /// The group that its first run leaves, or its end without one.
  var group: Int
  /// How many runs have ended, also those that skipped the body.
  var runs = 0
  /// How many calls run it, or wait for the queue on which they will.
  var runners = 0
  /// The last of those, -1 = none.
  var runner = -1
  var isCancelled = false
  /// A wait is on, or has succeeded: there must be no second one.
  var isWaitedFor = false
  /// A wait has succeeded: it must not run again.
  var wasWaitedFor = false
  /// It was called in place at some time.
  var ranInPlace = false
  /// A queue has got it, and neither the end of a run nor a wait has looked since.
  var isOnQueue = false
  var stableID: UInt64
}

/// Work items (Libdispatch.md 2.7): what `dispatch_block_create` makes.
public struct WorkItems {
  var table = Table<WorkItemState>()

  /// Makes a work item that has not run; its group is entered once.
  mutating func make(stableID: UInt64, _ groups: inout Groups) -> ObjectID {
    let index = table.count
    let group = GroupState(count: 1, workItem: index, stableID: fold(stableID, 1))
    _ = table.append(WorkItemState(group: groups.table.append(group), stableID: stableID))
    return ObjectID(.workItem, index)
  }

  /// A run of a work item begins: whether its body is to be called, and what speaks against the run.
  ///
  /// - Parameter isInPlace: Only the caller knows of this run: the item was called like a function.
  mutating func beginRun(
    _ index: Int, by task: Int, isInPlace: Bool
  ) -> (misuse: Misuse, callsBody: Bool) {
    let state = table.at + index
    if state.pointee.wasWaitedFor { return (.blockRunAndWaitedFor, false) }
    if isInPlace {
      noteRunner(index, task)
      if !state.pointee.isCancelled { state.pointee.ranInPlace = true }
    }
    return (.none, !state.pointee.isCancelled)
  }

  /// Whether some task could tell that a run of a work item has ended: only the first one leaves its group.
  public func hasRun(_ item: ObjectID) -> Bool { table.at[item.index].runs > 0 }

  /// Whether a work item has been cancelled.
  public func isCancelled(_ item: ObjectID) -> Bool { table.at[item.index].isCancelled }

  mutating func noteRunner(_ index: Int, _ task: Int) {
    table.at[index].runners += 1
    table.at[index].runner = task
  }

  mutating func cancel(_ task: Int, _ index: Int, _ core: inout Core) -> Outcome {
    table.at[index].isCancelled = true
    return core.done(task)
  }

  mutating func testCancel(_ task: Int, _ index: Int, _ core: inout Core) -> Outcome {
    core.done(task, table.at[index].isCancelled ? 1 : 0)
  }

  /// Arrives at a wait. A wait that times out may be followed by another one.
  mutating func wait(
    _ task: Int, _ index: Int, _ deadline: UInt64, _ groups: inout Groups, _ core: inout Core
  ) -> Outcome {
    let state = table.at + index
    if state.pointee.isWaitedFor { return .failed(.blockWaitedForTwice) }
    state.pointee.isWaitedFor = true
    let isOnQueue = state.pointee.isOnQueue
    state.pointee.isOnQueue = false
    if state.pointee.runs > 1 || (state.pointee.ranInPlace && isOnQueue) {
      return .failed(.blockRunAndWaitedFor)
    }
    let outcome = groups.wait(task, state.pointee.group, deadline, &core)
    if outcome.kind != .blocked { return finishWait(task, index, outcome.result, &core) }
    core.tasks.at[task].pending = Operation(.itemWake, ObjectID(.workItem, index), argument: deadline)
    return outcome
  }

  mutating func wake(_ task: Int, _ index: Int, _ groups: inout Groups, _ core: inout Core) -> Outcome {
    finishWait(task, index, groups.wake(task, table.at[index].group, &core).result, &core)
  }

  private mutating func finishWait(
    _ task: Int, _ index: Int, _ result: Int64, _ core: inout Core
  ) -> Outcome {
    if result == 0 { table.at[index].wasWaitedFor = true } else { table.at[index].isWaitedFor = false }
    return core.done(task, result)
  }

  mutating func notify(
    _ task: Int, _ index: Int, item: Int, _ groups: inout Groups, _ queues: inout Queues, _ core: inout Core
  ) -> Outcome {
    if table.at[index].runs > 1 { return .failed(.blockRunAndObserved) }
    return groups.notify(task, table.at[index].group, item: item, &queues, &core)
  }

  /// A run has ended, whether or not it skipped the body; the first one is followed by `itemEnd`.
  ///
  /// - Parameters:
  ///   - isInPlace: As for `beginRun`.
  ///   - isSubmission: The run was that of a task that had been linked with the item.
  mutating func endRun(_ index: Int, isInPlace: Bool, isSubmission: Bool) {
    let state = table.at + index
    state.pointee.runs += 1
    if !isInPlace { state.pointee.isOnQueue = false }
    if isSubmission { return }
    state.pointee.runners -= 1
    if state.pointee.runners == 0 { state.pointee.runner = -1 }
  }

  /// The group is left: by the first run, or because the item went away without one.
  mutating func end(
    _ task: Int, _ index: Int, _ groups: inout Groups, _ queues: inout Queues, _ core: inout Core
  ) -> Outcome {
    let group = table.at[index].group
    if groups.table.at[group].count == 0 { return core.done(task) }
    return groups.leave(group, by: task, &queues, &core)
  }

  /// The tasks that run a work item or will: its submissions, and the call that runs it in place.
  mutating func runners(of index: Int, _ core: inout Core) -> [Int] {
    var found = (1..<max(core.tasks.count, 1)).filter { isRunner($0, of: index, &core) }
    let runner = table.at[index].runner
    if runner >= 0 && !found.contains(runner) { found.append(runner) }
    return found
  }

  /// The only one of those; -1 = none, or several, any of which may be the first.
  mutating func onlyRunner(of index: Int, _ core: inout Core) -> Int {
    var only = table.at[index].runner
    for task in 1..<max(core.tasks.count, 1) where task != only && isRunner(task, of: index, &core) {
      if only >= 0 { return -1 }
      only = task
    }
    return only
  }

  private mutating func isRunner(_ task: Int, of index: Int, _ core: inout Core) -> Bool {
    let state = core.tasks.at + task
    return state.pointee.workItem == index && state.pointee.phase != .ended
      && state.pointee.phase != .unsubmitted
  }
}
