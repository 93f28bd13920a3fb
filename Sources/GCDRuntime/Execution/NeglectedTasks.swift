// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDVocabulary

/// Tasks that could have continued for long, and that no choice has come to.
///
/// A task that goes round is ended by `LongTurn`; work that submits itself again is a new task each time, and
/// an order that prefers it never comes to the others. On a real machine these have their turn.
struct NeglectedTasks {
  /// The number of steps at which it is looked at next whether there is one.
  private(set) var nextPoll = NeglectedTasks.longest
  /// How many steps and tasks there were at the begin of the time that is looked at.
  private var stepsThen = 0
  private var tasksThen = 0
  /// Looks at single steps that are left: a block can start only where another one of its queue has ended.
  private var closePolls = NeglectedTasks.mostClosePolls

  private static let longest = 10_000
  private static let stepsPerPoll = 1_000
  private static let mostClosePolls = 64
  /// Among so many candidates one look finds what there is, and is not free.
  private static let fewCandidates = 64

  mutating func reset() { self = NeglectedTasks() }

  /// Whether a task was there all the time; only then is its record sure to be.
  func wasThere(_ task: TaskID) -> Bool { Int(task.rawValue) < tasksThen }

  /// Whether one that was there has done nothing.
  func isNeglected(lastStep: Int) -> Bool { lastStep <= stepsThen }

  /// One of them has its turn now; the others have theirs later.
  mutating func found(at count: Int) { nextPoll = count &+ NeglectedTasks.stepsPerPoll }

  /// None can continue at this step.
  mutating func foundNone(at count: Int, tasks: Int, among candidates: Int) {
    if closePolls > 0, candidates <= NeglectedTasks.fewCandidates {
      closePolls &-= 1
      nextPoll = count &+ 1
      return
    }
    closePolls = NeglectedTasks.mostClosePolls
    stepsThen = count
    tasksThen = tasks
    nextPoll = count &+ NeglectedTasks.longest
  }
}

extension LivelockWatch {
  /// The task whose turn has come after all; `.none` = there is none, or a search tries all orders.
  func neglectedTask() -> TaskID {
    let count = engine.pointee.trace.count
    if count < engine.pointee.progress.neglected.nextPoll { return .none }
    defer { engine.pointee.progress.setNextPoll(after: count) }
    let candidates = engine.pointee.world.core.enabled
    let isSearched = engine.pointee.run.search != nil
    for index in 0..<candidates.count where !isSearched {
      let task = candidates.at[index]
      if task == .clock || task == engine.pointee.current { continue }
      if engine.pointee.progress.neglected.wasThere(task),
        engine.pointee.progress.neglected.isNeglected(lastStep: engine.pointee.tasks[task].pointee.lastStep)
      {
        engine.pointee.progress.neglected.found(at: count)
        return task
      }
    }
    engine.pointee.progress.neglected.foundNone(
      at: count, tasks: engine.pointee.world.taskTotal, among: candidates.count)
    return .none
  }
}
#endif
