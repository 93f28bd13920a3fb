// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Deferred cancellation (pthreads(7) "Cancellation points"): a request waits until its thread comes to a
/// cancellation point that lets it through, or ends the wait of one that sits there.
extension World {
  /// What an operation gives whose wait was ended by a cancellation.
  public static let cancelledResult: Int64 = -3

  /// Allows or defers the cancellation of a thread.
  public mutating func setIgnoresCancellation(_ thread: ObjectID, _ ignores: Bool) {
    threads[thread.index].ignoresCancellation = ignores
  }

  /// Whether a thread has to end at its next cancellation point.
  public mutating func mustEnd(_ thread: ObjectID) -> Bool {
    threads[thread.index].isCancelled && !threads[thread.index].ignoresCancellation
  }

  /// The thread acts on its cancellation: nothing further interrupts it.
  public mutating func acceptCancellation(_ thread: ObjectID) {
    threads[thread.index].isCancelled = false
    threads[thread.index].ignoresCancellation = true
  }

  mutating func cancelThread(_ task: Int, _ index: Int) -> Outcome {
    if threads[index].hasEnded { return done(task) }
    threads[index].isCancelled = true
    if !threads[index].ignoresCancellation { interrupt(threads[index].task) }
    return done(task)
  }

  /// A task begins to wait: not for long if its thread was cancelled between its call and now.
  mutating func interruptIfCancelled(_ task: Int) {
    let thread = tasks[task].thread
    if thread >= 0 && threads[thread].isCancelled && !threads[thread].ignoresCancellation { interrupt(task) }
  }

  /// Ends the wait of a task that is blocked at a cancellation point; elsewhere nothing happens.
  private mutating func interrupt(_ task: Int) {
    if tasks[task].enabledIndex >= 0 { return }
    let pending = tasks[task].pending
    switch pending.kind.waitsFor {
    case .condition:
      remove(task, from: &conditions[pending.object.index].waiters)
      disarm(task)
      takeLockBack(task, result: World.cancelledResult)
      return
    case .semaphore:
      if !semaphores[pending.object.index].isCancellationPoint { return }
      remove(task, from: &semaphores[pending.object.index].waiters)
    case .thread:
      remove(task, from: &threads[pending.object.index].joiners)
    case .time:
      break
    case .nothing, .turn, .lock, .readWriteLock, .once, .group, .workItem, .futex, .barrier, .handler, .host,
      .descriptor:
      return
    }
    disarm(task)
    tasks[task].pending = Operation(.interrupted, pending.object)
    enable(task)
  }
}
