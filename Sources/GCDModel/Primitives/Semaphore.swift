// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Semaphores (Libdispatch.md 2.6): a wait is one step, enabled while the value is positive or its deadline
/// has come, so that barging and every order of waking are explored.
extension World {
  /// Makes a semaphore; `value` is not negative.
  ///
  /// - Parameter isCancellationPoint: It is a `sem_t`, whose waits end when their thread is cancelled.
  public mutating func makeSemaphore(
    value: Int, creator: TaskID, isCancellationPoint: Bool = false
  ) -> ObjectID {
    let stable = nextStableID(of: .semaphore, creator: creator)
    let index = semaphoreCount
    if index == semaphoreCapacity {
      moveTable(&semaphores, used: index, to: semaphoreCapacity * 2)
      semaphoreCapacity *= 2
    }
    semaphoreCount = index + 1
    (semaphores + index).initialize(
      to: SemaphoreState(
        value: value, original: value, waiters: TaskList(), stableID: stable, taker: -1,
        hasForeignSignal: false, isCancellationPoint: isCancellationPoint, isAwait: false))
    return ObjectID(.semaphore, index)
  }

  /// Whether a semaphore is a `sem_t`.
  public mutating func isPosix(semaphore: ObjectID) -> Bool {
    semaphores[semaphore.index].isCancellationPoint
  }

  /// Whether waits for a semaphore represent the `await` of an async function.
  public mutating func isAwait(semaphore: ObjectID) -> Bool {
    semaphore.kind == .semaphore && semaphores[semaphore.index].isAwait
  }

  /// From now on waits for a semaphore represent the `await` of an async function.
  public mutating func setAwait(semaphore: ObjectID) { semaphores[semaphore.index].isAwait = true }

  /// The current value of a semaphore.
  public mutating func value(ofSemaphore semaphore: ObjectID) -> Int { semaphores[semaphore.index].value }

  mutating func announceWait(_ task: Int, _ index: Int, _ deadline: UInt64) -> Bool {
    announceWait(
      task, in: &semaphores[index].waiters, as: .semaphore, isOpen: semaphores[index].value > 0,
      until: deadline)
  }

  /// Takes one, or gives up because the deadline has come: success is preferred.
  mutating func wait(_ task: Int, _ index: Int) -> Outcome {
    let state = semaphores + index
    remove(task, from: &semaphores[index].waiters)
    if tasks[task].heapIndex >= 0 { disarm(task) }
    let value = state.pointee.value
    if value <= 0 { return done(task, -1) }
    state.pointee.value = value - 1
    state.pointee.hasServed = true
    state.pointee.taker = task
    if value == 1 && state.pointee.waiters.head >= 0 { stopWaiters(index) }
    return done(task)
  }

  /// Adds one; the result is 1 if it is one of the waits that gets it: libdispatch has subtracted each on
  /// its arrival, and answers whether its value was negative (Libdispatch.md 2.6).
  mutating func signal(_ task: Int, _ index: Int) -> Outcome {
    let state = semaphores + index
    let value = state.pointee.value
    if value == Int.max { return .failed(.semaphoreSignaledBeyondItsLimit) }
    state.pointee.value = value + 1
    if state.pointee.taker != task { state.pointee.hasForeignSignal = true }
    state.pointee.taker = -1
    var waiter = state.pointee.waiters.head
    if waiter < 0 {
      if plantedFault == .signalLost { state.pointee.value = value }
      return done(task)
    }
    if value == 0 {
      while waiter >= 0 {
        enable(waiter)
        waiter = tasks[waiter].listNext
      }
    }
    return done(task, hasMoreWaiters(index, than: value) ? 1 : 0)
  }

  private mutating func hasMoreWaiters(_ index: Int, than value: Int) -> Bool {
    var waiter = semaphores[index].waiters.head
    var count = 0
    while waiter >= 0 && count <= value {
      count += 1
      waiter = tasks[waiter].listNext
    }
    return count > value
  }

  /// The value is back at 0: the task that has announced a wait that is not over can continue no longer.
  private mutating func stopWaiters(_ index: Int) {
    var waiter = semaphores[index].waiters.head
    while waiter >= 0 {
      if !tasks[waiter].isDue {
        let deadline = tasks[waiter].pending.argument
        if deadline <= now {
          disarm(waiter)
          tasks[waiter].isDue = true
        } else {
          disable(waiter)
          if tasks[waiter].heapIndex < 0 { arm(waiter, deadline) }
        }
      }
      let next = tasks[waiter].listNext
      interruptIfCancelled(waiter)
      waiter = next
    }
  }
}
