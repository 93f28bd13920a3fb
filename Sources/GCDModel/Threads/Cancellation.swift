// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Deferred cancellation (pthreads(7) "Cancellation points"): a request waits until its thread comes to a
/// cancellation point that lets it through, or ends the wait of one that sits there.
extension Threads {
  /// Whether a thread has to end at its next cancellation point.
  public func mustEnd(_ thread: ObjectID) -> Bool { table.at[thread.index].mustEnd }

  mutating func setIgnoresCancellation(_ index: Int, _ ignores: Bool, _ core: inout Core) {
    table.at[index].ignoresCancellation = ignores
    core.tasks.at[table.at[index].task].mustEnd = table.at[index].mustEnd
  }

  /// The thread acts on its cancellation: nothing further interrupts it.
  mutating func acceptCancellation(_ index: Int, _ core: inout Core) {
    table.at[index].isCancelled = false
    setIgnoresCancellation(index, true, &core)
  }

  mutating func cancel(_ index: Int, _ core: inout Core) {
    table.at[index].isCancelled = true
    core.forgetWave()
    core.tasks.at[table.at[index].task].mustEnd = table.at[index].mustEnd
  }

  /// A cancellation ends the wait of a task that joins a thread.
  mutating func interruptJoin(_ task: Int, _ core: inout Core) {
    core.tasks.unlink(task, from: &table.at[core.tasks.at[task].pending.object.index].joiners)
    core.interrupt(task)
  }
}

extension World {
  /// What an operation gives whose wait was ended by a cancellation.
  public static let cancelledResult: Int64 = -3

  /// Allows or defers the cancellation of a thread.
  public mutating func setIgnoresCancellation(_ thread: ObjectID, _ ignores: Bool) {
    threads.setIgnoresCancellation(thread.index, ignores, &core)
  }

  /// The thread acts on its cancellation: nothing further interrupts it.
  public mutating func acceptCancellation(_ thread: ObjectID) {
    threads.acceptCancellation(thread.index, &core)
  }

  mutating func cancelThread(_ task: Int, _ index: Int) -> Outcome {
    if threads.table.at[index].hasEnded { return core.done(task) }
    threads.cancel(index, &core)
    if threads.table.at[index].mustEnd { interrupt(threads.table.at[index].task) }
    return core.done(task)
  }

  /// Ends the wait of a task that is blocked at a cancellation point; elsewhere nothing happens.
  private mutating func interrupt(_ task: Int) {
    if core.isEnabled(task) { return }
    switch core.tasks.at[task].pending.kind.waitsFor {
    case .condition: conditions.interrupt(task, &locks, &core)
    case .semaphore: semaphores.interrupt(task, &core)
    case .thread: threads.interruptJoin(task, &core)
    case .time: core.interrupt(task)
    case .nothing, .turn, .lock, .readWriteLock, .once, .group, .workItem, .futex, .barrier, .handler, .host,
      .descriptor:
      break
    }
  }
}
