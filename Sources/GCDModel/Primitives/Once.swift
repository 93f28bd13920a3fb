// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Once tokens (Libdispatch.md 2.10 "once").
extension World {
  /// Makes a token.
  ///
  /// - Parameter hangsOnRecursion: A second entry by the task that runs the initialiser waits forever, as in
  ///   `swift_once`; otherwise libdispatch ends the process.
  public mutating func makeOnce(hangsOnRecursion: Bool, creator: TaskID) -> ObjectID {
    let stable = nextStableID(of: .once, creator: creator)
    let index = onceCount
    if index == onceCapacity {
      moveTable(&onces, used: index, to: onceCapacity * 2)
      onceCapacity *= 2
    }
    onceCount = index + 1
    (onces + index).initialize(
      to: OnceState(
        owner: -1, isDone: false, hangsOnRecursion: hangsOnRecursion, waiters: TaskList(), stableID: stable))
    return ObjectID(.once, index)
  }

  /// Whether the initialiser has run.
  public mutating func isDone(_ once: ObjectID) -> Bool { onces[once.index].isDone }

  mutating func announceOnce(_ task: Int, _ index: Int) -> Bool {
    append(task, to: &onces[index].waiters, as: .once)
    if onces[index].owner < 0 { return true }
    if onces[index].owner == task && !onces[index].hangsOnRecursion { return true }
    disable(task)
    return false
  }

  /// Result 1: the caller runs the initialiser, then announces `onceEnd`. Result 0: it has run.
  mutating func onceBegin(_ task: Int, _ index: Int) -> Outcome {
    remove(task, from: &onces[index].waiters)
    if onces[index].owner == task { return .failed(.recursiveOnce) }
    if onces[index].isDone { return done(task) }
    onces[index].owner = task
    var waiter = onces[index].waiters.head
    while waiter >= 0 {
      disable(waiter)
      waiter = tasks[waiter].listNext
    }
    return done(task, 1)
  }

  /// - Parameter hasRun: False where an exception has left the initialiser: the next who comes runs it again.
  mutating func onceEnd(_ task: Int, _ index: Int, hasRun: Bool) -> Outcome {
    onces[index].isDone = hasRun
    onces[index].owner = -1
    var waiter = onces[index].waiters.head
    while waiter >= 0 {
      enable(waiter)
      waiter = tasks[waiter].listNext
    }
    return done(task)
  }
}
