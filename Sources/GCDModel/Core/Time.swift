// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Virtual time (Design.md "Clock"): it stalls until the clock, a candidate like any task, is chosen.
extension Core {
  /// The next deadline in virtual nanoseconds, or `Operation.noDeadline`.
  var nextDeadline: UInt64 {
    mutating get { clock.deadlines.count > 0 ? clock.deadlines.at[0].deadline : Operation.noDeadline }
  }

  /// Moves the clock into or out of the enabled set; called once after every step.
  mutating func refreshClock() {
    if clock.whenSettled.head >= 0 && isSettled { openSettled() }
    if clock.deadlines.count == 0 {
      if tasks.at[0].enabledIndex >= 0 { disable(0) }
      return
    }
    let isListed = tasks.at[0].enabledIndex >= 0
    let others = isListed ? enabled.count - 1 : enabled.count
    if others > 0 {
      let left = clock.deadlines.at[0].deadline > clock.now ? clock.deadlines.at[0].deadline &- clock.now : 0
      if left < clock.closestDeadline { clock.closestDeadline = left }
    }
    if others == 0 || (clock.skew > 0 && clock.deadlines.at[0].deadline <= clock.now &+ clock.skew) {
      if !isListed { enable(0) }
    } else if isListed {
      disable(0)
    }
  }

  /// Moves `now` to the next deadline and ends every wait that was to end then.
  mutating func letTimePass() -> Outcome {
    let deadline = clock.deadlines.at[0].deadline
    if deadline > clock.now { clock.now = deadline }
    while clock.deadlines.count > 0 && clock.deadlines.at[0].deadline <= clock.now {
      let task = clock.deadlines.at[0].task
      disarm(task)
      if task == 0 {
        growPool()
        continue
      }
      tasks.at[task].isDue = true
      if tasks.at[task].phase == .delayed { becomeArrival(task) } else { enable(task) }
    }
    return .progressed
  }

  /// A delayed block whose time had come when it was submitted does not begin at that very instant: with a
  /// real clock its first read is always a later one than the submitter's.
  mutating func leaveInstant(ofSubmissionOf item: Int) {
    let instant = max(clock.lateness, 1)
    if tasks.at[item].submissionInstant == clock.now &+ 1 && nextDeadline > clock.now &+ instant {
      clock.now &+= instant
    }
  }

  /// Announces a wait: the task is in `list`, and can continue when what it waits for is there (`isOpen`) or
  /// at the deadline (`Operation.noDeadline` = never), whichever is first.
  mutating func announceWait(
    _ task: Int, in list: inout TaskList, as membership: ListMembership, isOpen: Bool, until deadline: UInt64
  ) -> Bool {
    tasks.link(task, into: &list, as: membership)
    tasks.at[task].isDue = false
    return isOpen || waitsNoLonger(task, than: deadline)
  }

  /// Lets a task wait until its deadline at most; true if that has come already.
  mutating func waitsNoLonger(_ task: Int, than deadline: UInt64) -> Bool {
    if deadline <= clock.now {
      tasks.at[task].isDue = true
      return true
    }
    disable(task)
    arm(task, deadline)
    return false
  }

  /// A task that has announced a wait and could have continued no longer can: it waits, at most until its
  /// deadline (`argument` of its operation, 0 or `Operation.noDeadline` = none).
  mutating func stopWaiter(_ waiter: Int) {
    let state = tasks.at + waiter
    if state.pointee.isDue { return }
    let deadline = state.pointee.pending.argument
    if deadline != 0 && deadline <= clock.now {
      if state.pointee.heapIndex >= 0 { disarm(waiter) }
      state.pointee.isDue = true
      enable(waiter)
      return
    }
    disable(waiter)
    if deadline != 0 && state.pointee.heapIndex < 0 { arm(waiter, deadline) }
  }

  /// A cancellation ends the wait of a task that no list holds any more.
  mutating func interrupt(_ task: Int) {
    disarm(task)
    tasks.at[task].pending = Operation(.interrupted, tasks.at[task].pending.object)
    enable(task)
  }

  /// Whether a wait with this deadline would end at once.
  @inline(__always)
  mutating func isOver(_ deadline: UInt64) -> Bool { deadline <= clock.now }
}
