// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// The main queue while the body is the virtual main thread (Libdispatch.md fact 4; 2.1; Design.md "The place
/// of the body").
///
/// It belongs to that thread: no other task runs its blocks, those of a sync neither. The thread takes one
/// after the other onto its own stack when a run loop calls `_dispatch_main_queue_callback_4CF`; when the
/// body has ended, each begins there by itself.
extension World {
  /// Whether blocks of this queue run on the virtual main thread only: the main queue and those that target
  /// it, until `dispatch_main`.
  public mutating func isServedByMainThread(_ queue: ObjectID) -> Bool {
    let lane = laneIndex(queue)
    return lane >= 0 && isServedByMainThread(lane)
  }

  mutating func isServedByMainThread(_ lane: Int) -> Bool {
    if mainHost != .bodyIsMain { return false }
    var level = lane
    while lanes[level].parent >= 0 { level = lanes[level].parent }
    return lanes[level].isMain
  }

  /// Whether the main thread would find a block if a run loop asked it now.
  public var mainHasWork: Bool { mutating get { mainCandidates() > 0 } }

  /// A run loop serves the main queue; false in a nested call, which does nothing (Libdispatch.md 2.1 "a
  /// nested callback returns at once").
  public mutating func beginMainDrain() -> Bool {
    if isMainDraining { return false }
    isMainDraining = true
    mainLimit = nextTicket
    return true
  }

  /// The run loop has what it asked for; blocks that came meanwhile wait for the next time.
  public mutating func endMainDrain() {
    isMainDraining = false
    mainLimit = UInt64.max
    mainMayHaveWork = true
  }

  /// Whether the main queue still belongs to the main thread, and not to a worker as after `dispatch_main`.
  public var isMainThreadBound: Bool { mutating get { mainHost == .bodyIsMain } }

  /// Whether blocks are in a queue's own list.
  public mutating func isWaitedFor(_ queue: ObjectID) -> Bool {
    let lane = laneIndex(queue)
    return lane >= 0 && lanes[lane].waitCount > 0
  }

  /// How many blocks the main thread could begin with.
  mutating func mainCandidates() -> Int {
    if mainHost != .bodyIsMain || isMainServed { return 0 }
    if lanes[0].waitCount == 0 && lanes[0].activeChild < 0 { return 0 }
    let owner = lanes[0].owner
    let first = openMain()
    let count = enabledCount - first
    closeMain(owner)
    return count
  }

  /// Lets the main queue and those below it offer their blocks; they are in `enabled` from the result on.
  private mutating func openMain() -> Int {
    let first = enabledCount
    lanes[0].owner = -1
    refreshSubtree(0)
    return first
  }

  private mutating func closeMain(_ owner: Int) {
    lanes[0].owner = owner
    refreshSubtree(0)
  }

  /// The main thread takes a block onto its stack. Result -1: there is none any more; 1: what was there was
  /// no block, and it is done.
  mutating func beginOnMain(_ task: Int, choice: Int) -> Outcome {
    let owner = lanes[0].owner
    let first = openMain()
    let count = enabledCount - first
    if count == 0 {
      closeMain(owner)
      return done(task, -1)
    }
    let item = Int(enabled[first + min(choice, count - 1)].rawValue)
    if tasks[item].isInternal {
      _ = begin(item)
      closeMain(owner)
      return done(task, 1)
    }
    disable(task)
    tasks[task].pending = Operation(.hosting, lanes[0].object, other: UInt32(item))
    tasks[item].host = task
    _ = begin(item)
    return Outcome(kind: .hosted, misuse: .none, result: Int64(item))
  }

  /// A block of the main queue has ended: the thread below it continues, and has the main queue again.
  mutating func returnToHost(_ item: Int) {
    let host = tasks[item].host
    closeMain(host)
    tasks[host].pending = Operation(.none)
    enable(host)
  }

  /// A sync onto a queue of the main thread: the block is handed over, the caller waits for its end
  /// (Libdispatch.md 2.2 "the *bound* thread runs it").
  mutating func syncOnMain(_ task: Int, _ lane: Int, item: Int, barrier: Bool) -> Outcome {
    if tasks[task].frame >= 0 && ownLevel(task, lane) >= 0 {
      endUnstarted(item)
      return sync(task, lane, barrier: barrier)
    }
    tasks[item].isBarrier = barrier
    tasks[item].partner = task
    tasks[task].partner = item
    disable(task)
    tasks[task].pending = Operation(.acquire, lanes[lane].object, other: UInt32(item))
    submit(item)
    return waitOnOwner(task)
  }

  /// `dispatch_main`: the caller ends, and a worker serves the main queue like any other (Libdispatch.md
  /// fact 4).
  mutating func enterMain(_ task: Int) -> Outcome {
    disable(task)
    tasks[task].phase = .ended
    tasks[task].pending = Operation(.none)
    tasksAlive -= 1
    if mainHost != .served {
      mainHost = .served
      isMainServed = true
      if lanes[0].owner == task { lanes[0].owner = -1 }
      refreshSubtree(0)
    }
    giveSlot(task)
    return .progressed
  }
}
