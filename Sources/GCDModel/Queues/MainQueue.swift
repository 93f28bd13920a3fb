// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// The main queue while the body is the virtual main thread (Libdispatch.md fact 4; 2.1; Design.md "The place
/// of the body").
///
/// It belongs to that thread: no other task runs its blocks, those of a sync neither. The thread takes one
/// after the other onto its own stack when a run loop calls `_dispatch_main_queue_callback_4CF`; when the
/// body has ended, each begins there by itself.
extension Queues {
  /// Whether blocks of this lane run on the virtual main thread only: of the main queue and of those that
  /// target it, until `dispatch_main`.
  mutating func isServedByMainThread(_ lane: Int) -> Bool {
    if main.host != .bodyIsMain { return false }
    var level = lane
    while lanes.at[level].parent >= 0 { level = lanes.at[level].parent }
    return lanes.at[level].isMain
  }

  /// How many blocks the main thread could begin with.
  mutating func mainCandidates(_ core: inout Core) -> Int {
    if main.host != .bodyIsMain || main.isServed { return 0 }
    if lanes.at[0].waitCount == 0 && lanes.at[0].activeChild < 0 { return 0 }
    let owner = lanes.at[0].owner
    let first = openMain(&core)
    let count = core.enabled.count - first
    closeMain(owner, &core)
    return count
  }

  /// Lets the main queue and those below it offer their blocks; they are in `enabled` from the result on.
  private mutating func openMain(_ core: inout Core) -> Int {
    let first = core.enabled.count
    lanes.at[0].owner = -1
    refreshSubtree(0, &core)
    return first
  }

  private mutating func closeMain(_ owner: Int, _ core: inout Core) {
    lanes.at[0].owner = owner
    refreshSubtree(0, &core)
  }

  /// The main thread takes a block onto its stack. Result -1: there is none any more; 1: what was there was
  /// no block, and it is done.
  mutating func beginOnMain(_ task: Int, choice: Int, _ sources: inout Sources, _ core: inout Core) -> Outcome
  {
    let owner = lanes.at[0].owner
    let first = openMain(&core)
    let count = core.enabled.count - first
    if count == 0 {
      closeMain(owner, &core)
      return core.done(task, -1)
    }
    let item = Int(core.enabled.at[first + min(choice, count - 1)].rawValue)
    if core.tasks.at[item].isInternal {
      _ = begin(item, &sources, &core)
      closeMain(owner, &core)
      return core.done(task, 1)
    }
    core.disable(task)
    core.tasks.at[task].pending = Operation(.hosting, lanes.at[0].object, other: UInt32(item))
    core.tasks.at[item].host = task
    _ = begin(item, &sources, &core)
    return Outcome(kind: .hosted, misuse: .none, result: Int64(item))
  }

  /// A block of the main queue has ended: the thread below it continues, and has the main queue again.
  mutating func returnToHost(_ item: Int, _ core: inout Core) {
    let host = core.tasks.at[item].host
    closeMain(host, &core)
    core.tasks.at[host].pending = Operation(.none)
    core.enable(host)
  }

  /// A sync onto a queue of the main thread: the block is handed over, the caller waits for its end
  /// (Libdispatch.md 2.2 "the *bound* thread runs it").
  mutating func syncOnMain(
    _ task: Int, _ lane: Int, item: Int, barrier: Bool, _ groups: inout Groups, _ core: inout Core
  ) -> Outcome {
    if core.tasks.at[task].frame >= 0 && ownLevel(task, lane) >= 0 {
      endUnstarted(item, &groups, &core)
      return sync(task, lane, barrier: barrier, &core)
    }
    core.tasks.at[item].isBarrier = barrier
    core.tasks.at[item].partner = task
    core.tasks.at[task].partner = item
    core.disable(task)
    core.tasks.at[task].pending = Operation(.acquire, lanes.at[lane].object, other: UInt32(item))
    submit(item, &core)
    return .blocked
  }

  /// `dispatch_main`: the caller ends, and a worker serves the main queue like any other (Libdispatch.md
  /// fact 4).
  mutating func enterMain(_ task: Int, _ core: inout Core) -> Outcome {
    core.end(task)
    if main.host != .served {
      main.host = .served
      main.isServed = true
      if lanes.at[0].owner == task { lanes.at[0].owner = -1 }
      refreshSubtree(0, &core)
    }
    core.giveSlot(task)
    return .progressed
  }
}
