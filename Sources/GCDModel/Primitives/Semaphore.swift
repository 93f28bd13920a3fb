// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// A semaphore (Libdispatch.md 2.6). Waiters are all tasks that have announced a wait, enabled or not.
@usableFromInline
struct SemaphoreState {
  var value: Int
  var original: Int
  /// Waits whose end was supposed without a signal (`supposeEnd`): it may be freed for all that.
  var supposedSignals = 0
  var waiters = TaskList()
  var waiterCount = 0
  @usableFromInline var stableID: UInt64
  /// The task that took the value last and has not given it back; -1 = none.
  var taker = -1
  /// Some task signalled what another one had taken: not used as a lock.
  var hasForeignSignal = false
  /// Some wait for it has ended by a signal, or by its value.
  var hasServed = false
  /// A `sem_t`: a cancelled thread leaves its wait.
  var isCancellationPoint: Bool
  /// An async function's next part is what it represents: a wait is an `await`, whose end others bring about.
  var isAwait = false

  @inline(__always)
  init(value: Int, isCancellationPoint: Bool, stableID: UInt64) {
    self.value = value
    original = value
    self.isCancellationPoint = isCancellationPoint
    self.stableID = stableID
  }
}

/// Semaphores (Libdispatch.md 2.6): a wait is one step, enabled while the value is positive or its deadline
/// has come, so that barging and every order of waking are explored.
public struct Semaphores {
  @usableFromInline var table = Table<SemaphoreState>()

  /// Whether a semaphore is a `sem_t`.
  public func isPosix(_ semaphore: ObjectID) -> Bool { table.at[semaphore.index].isCancellationPoint }

  /// Whether waits for an object stand for the `await` of an async function.
  public func isAwait(_ object: ObjectID) -> Bool { object.isSemaphore && table.at[object.index].isAwait }

  /// The current value of a semaphore.
  public func value(of semaphore: ObjectID) -> Int { table.at[semaphore.index].value }

  /// The value that a semaphore was made with.
  public func originalValue(of semaphore: ObjectID) -> Int { table.at[semaphore.index].original }

  mutating func announceWait(_ task: Int, _ index: Int, _ deadline: UInt64, _ core: inout Core) -> Bool {
    let state = table.at + index
    state.pointee.waiterCount += 1
    let isEnabled = core.announceWait(
      task, in: &state.pointee.waiters, as: .semaphore, isOpen: state.pointee.value > 0, until: deadline)
    core.joinWave(task, of: ObjectID(.semaphore, index), mayWait: deadline == Operation.noDeadline)
    return isEnabled
  }

  /// Takes one, or gives up because the deadline has come: success is preferred.
  @inline(__always)
  mutating func wait(_ task: Int, _ index: Int, _ core: inout Core) -> Outcome {
    let state = table.at + index
    core.tasks.unlink(task, from: &state.pointee.waiters)
    state.pointee.waiterCount -= 1
    core.leaveWave(task, of: ObjectID(.semaphore, index))
    if core.tasks.at[task].heapIndex >= 0 { core.disarm(task) }
    let value = state.pointee.value
    if value <= 0 { return core.done(task, -1) }
    state.pointee.value = value - 1
    if core.ledger.isOn {
      core.record(ObjectID(.semaphore, index), task, .wait, before: value, after: value - 1)
    }
    state.pointee.hasServed = true
    state.pointee.taker = task
    if value == 1 && state.pointee.waiters.head >= 0 { stopWaiters(index, &core) }
    return core.done(task)
  }

  /// Adds one; the result is 1 if it is one of the waits that gets it: libdispatch has subtracted each on
  /// its arrival, and answers whether its value was negative (Libdispatch.md 2.6).
  @inline(__always)
  mutating func signal(_ task: Int, _ index: Int, _ core: inout Core) -> Outcome {
    let state = table.at + index
    let value = state.pointee.value
    if value == Int.max { return .failed(.semaphoreSignaledBeyondItsLimit) }
    state.pointee.value = value + 1
    if core.ledger.isOn {
      core.record(ObjectID(.semaphore, index), task, .signal, before: value, after: value + 1)
    }
    if state.pointee.taker != task { state.pointee.hasForeignSignal = true }
    state.pointee.taker = -1
    if state.pointee.waiters.head < 0 {
      if core.plantedFault == .signalLost { state.pointee.value = value }
      return core.done(task)
    }
    if value == 0 {
      core.enableAll(state.pointee.waiters, of: ObjectID(.semaphore, index))
      return core.done(task, 1)
    }
    return core.done(task, state.pointee.waiterCount > value ? 1 : 0)
  }

  /// The value is back at 0: tasks that have announced a wait that is not over are disabled.
  private mutating func stopWaiters(_ index: Int, _ core: inout Core) {
    if core.closeWave(of: ObjectID(.semaphore, index)) { return }
    var waiter = table.at[index].waiters.head
    while waiter >= 0 {
      let state = core.tasks.at + waiter
      let next = state.pointee.listNext
      if !state.pointee.isDue {
        let deadline = state.pointee.pending.argument
        if deadline <= core.clock.now {
          core.disarm(waiter)
          state.pointee.isDue = true
        } else {
          core.disable(waiter)
          if state.pointee.heapIndex < 0 { core.arm(waiter, deadline) }
        }
      }
      if state.pointee.mustEnd { interrupt(waiter, &core) }
      waiter = next
    }
  }

  /// A cancellation ends a wait, if that is for a `sem_t`.
  mutating func interrupt(_ task: Int, _ core: inout Core) {
    let state = table.at + core.tasks.at[task].pending.object.index
    if core.isEnabled(task) || !state.pointee.isCancellationPoint { return }
    core.tasks.unlink(task, from: &state.pointee.waiters)
    state.pointee.waiterCount -= 1
    core.interrupt(task)
  }
}
