// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Work items (Libdispatch.md 2.7): what `dispatch_block_create` makes.
extension World {
  /// Makes a work item that has not run.
  public mutating func makeWorkItem(creator: TaskID) -> ObjectID {
    let stable = nextStableID(of: .workItem, creator: creator)
    let index = workItemCount
    if index == workItemCapacity {
      moveTable(&workItems, used: index, to: workItemCapacity * 2)
      workItemCapacity *= 2
    }
    workItemCount = index + 1
    let group = appendGroup(stableID: fold(stable, 1), workItem: index)
    groups[group].count = 1
    (workItems + index).initialize(
      to: WorkItemState(
        group: group, runs: 0, runners: 0, runner: -1, isCancelled: false, isWaitedFor: false,
        wasWaitedFor: false, ranInPlace: false, isOnQueue: false, stableID: stable))
    return ObjectID(.workItem, index)
  }

  /// Gives a work item from outside the run the state that it really has.
  public mutating func adopt(
    workItem: ObjectID, runs: Int, isLeft: Bool, isCancelled: Bool, isWaitedFor: Bool, wasWaitedFor: Bool
  ) {
    let state = workItems + workItem.index
    state.pointee.runs = runs
    state.pointee.isCancelled = isCancelled
    state.pointee.isWaitedFor = isWaitedFor || wasWaitedFor
    state.pointee.wasWaitedFor = wasWaitedFor
    if isLeft { groups[state.pointee.group].count = 0 }
  }

  /// Says that a submission will run a work item.
  public mutating func link(_ task: TaskID, toWorkItem item: ObjectID) {
    tasks[Int(task.rawValue)].workItem = item.index
    workItems[item.index].isOnQueue = true
  }

  /// Says that a task is in a sync, or something of that sort, in which it will run a work item.
  public mutating func expectRun(ofWorkItem item: ObjectID, by task: TaskID) {
    workItems[item.index].isOnQueue = true
    noteRunner(item.index, Int(task.rawValue))
  }

  /// A run of a work item begins: whether its body is to be called, and what speaks against the run.
  ///
  /// - Parameter isInPlace: Only the caller knows of this run: the item was called like a function.
  public mutating func beginRun(
    ofWorkItem item: ObjectID, by task: TaskID, isInPlace: Bool
  ) -> (misuse: Misuse, callsBody: Bool) {
    let state = workItems + item.index
    if state.pointee.wasWaitedFor { return (.blockRunAndWaitedFor, false) }
    if isInPlace {
      noteRunner(item.index, Int(task.rawValue))
      if !state.pointee.isCancelled { state.pointee.ranInPlace = true }
    }
    return (.none, !state.pointee.isCancelled)
  }

  /// Whether some task could tell that a run of a work item has ended: only the first one leaves its group.
  public mutating func hasRun(workItem: ObjectID) -> Bool { workItems[workItem.index].runs > 0 }

  /// Whether a work item has been cancelled.
  public mutating func isCancelled(workItem: ObjectID) -> Bool { workItems[workItem.index].isCancelled }

  /// The blocks registered with a work item, in order.
  public mutating func notifies(ofWorkItem item: ObjectID) -> [TaskID] {
    notifies(of: ObjectID(.group, workItems[item.index].group))
  }

  mutating func noteRunner(_ index: Int, _ task: Int) {
    workItems[index].runners += 1
    workItems[index].runner = task
  }

  mutating func cancelItem(_ task: Int, _ index: Int) -> Outcome {
    workItems[index].isCancelled = true
    return done(task)
  }

  mutating func testCancelItem(_ task: Int, _ index: Int) -> Outcome {
    done(task, workItems[index].isCancelled ? 1 : 0)
  }

  /// Arrives at a wait. A wait that times out may be followed by another one.
  mutating func waitForItem(_ task: Int, _ index: Int, _ deadline: UInt64) -> Outcome {
    let state = workItems + index
    if state.pointee.isWaitedFor { return .failed(.blockWaitedForTwice) }
    state.pointee.isWaitedFor = true
    let isOnQueue = state.pointee.isOnQueue
    state.pointee.isOnQueue = false
    if state.pointee.runs > 1 || (state.pointee.ranInPlace && isOnQueue) {
      return .failed(.blockRunAndWaitedFor)
    }
    let outcome = arriveAtGroup(task, state.pointee.group, deadline)
    if outcome.kind != .blocked { return finishWait(task, index, outcome.result) }
    tasks[task].pending = Operation(.itemWake, ObjectID(.workItem, index), argument: deadline)
    return waitOnOwner(task)
  }

  mutating func itemWake(_ task: Int) -> Outcome {
    let index = tasks[task].pending.object.index
    if tasks[task].list == .groupWait { remove(task, from: &groups[workItems[index].group].waiters) }
    return finishWait(task, index, tasks[task].waitResult)
  }

  private mutating func finishWait(_ task: Int, _ index: Int, _ result: Int64) -> Outcome {
    if result == 0 { workItems[index].wasWaitedFor = true } else { workItems[index].isWaitedFor = false }
    return done(task, result)
  }

  mutating func notifyOfItem(_ task: Int, _ index: Int, item: Int) -> Outcome {
    if workItems[index].runs > 1 { return .failed(.blockRunAndObserved) }
    return notify(task, workItems[index].group, item: item)
  }

  /// A run has ended, whether or not it skipped the body; the first one is followed by `itemEnd`.
  ///
  /// - Parameters:
  ///   - isInPlace: As for `beginRun`.
  ///   - isSubmission: The run was that of a task that had been linked with the item.
  public mutating func endRun(ofWorkItem item: ObjectID, isInPlace: Bool, isSubmission: Bool) {
    let state = workItems + item.index
    state.pointee.runs += 1
    if !isInPlace { state.pointee.isOnQueue = false }
    if isSubmission { return }
    state.pointee.runners -= 1
    if state.pointee.runners == 0 { state.pointee.runner = -1 }
  }

  /// The group is left: by the first run, or because the item went away without one.
  mutating func endItem(_ task: Int, _ index: Int) -> Outcome {
    let group = workItems[index].group
    if groups[group].count == 0 { return done(task) }
    return leave(group, by: task)
  }

  /// The tasks that run a work item or will: its submissions, and the call that runs it in place.
  mutating func runners(ofWorkItem index: Int) -> [Int] {
    var found = (1..<max(taskCount, 1)).filter {
      tasks[$0].workItem == index && tasks[$0].phase != .ended && tasks[$0].phase != .unsubmitted
    }
    let runner = workItems[index].runner
    if runner >= 0 && !found.contains(runner) { found.append(runner) }
    return found
  }
}
