// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// A once token. Invariant: `owner` is set only while the initialiser runs.
struct OnceState {
  var owner = -1
  var isDone = false
  /// A second entry by the same task hangs (`swift_once`) instead of ending the process (`dispatch_once`).
  var hangsOnRecursion: Bool
  var waiters = TaskList()
  var stableID: UInt64
}

/// Once tokens (Libdispatch.md 2.10 "once").
public struct Onces {
  var table = Table<OnceState>()

  /// Whether the initialiser has run.
  public func isDone(_ once: ObjectID) -> Bool { table.at[once.index].isDone }

  mutating func announceBegin(_ task: Int, _ index: Int, _ core: inout Core) -> Bool {
    let state = table.at + index
    let isOpen =
      state.pointee.owner < 0 || (state.pointee.owner == task && !state.pointee.hangsOnRecursion)
    return core.announceWait(
      task, in: &state.pointee.waiters, as: .once, isOpen: isOpen, until: Operation.noDeadline)
  }

  /// Result 1: the caller runs the initialiser, then announces `onceEnd`. Result 0: it has run.
  mutating func begin(_ task: Int, _ index: Int, _ core: inout Core) -> Outcome {
    let state = table.at + index
    core.tasks.unlink(task, from: &state.pointee.waiters)
    if state.pointee.owner == task { return .failed(.recursiveOnce) }
    if state.pointee.isDone { return core.done(task) }
    state.pointee.owner = task
    var waiter = state.pointee.waiters.head
    while waiter >= 0 {
      core.disable(waiter)
      waiter = core.tasks.at[waiter].listNext
    }
    return core.done(task, 1)
  }

  /// - Parameter hasRun: False where an exception has left the initialiser: the next entry runs it again.
  mutating func end(_ task: Int, _ index: Int, hasRun: Bool, _ core: inout Core) -> Outcome {
    table.at[index].isDone = hasRun
    table.at[index].owner = -1
    var waiter = table.at[index].waiters.head
    while waiter >= 0 {
      core.enable(waiter)
      waiter = core.tasks.at[waiter].listNext
    }
    return core.done(task)
  }
}
