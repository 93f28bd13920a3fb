// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Virtual time (Design.md "Clock"): it stalls until the clock, a candidate like any task, is chosen.
extension World {
  /// The next deadline in virtual nanoseconds, or `Operation.noDeadline`.
  public var nextDeadline: UInt64 { mutating get { heapCount > 0 ? heap[0].deadline : UInt64.max } }

  /// Whether a deadline was so near, in nanoseconds, while a task could continue that a clock which may be
  /// ahead by that much might have come first.
  public mutating func mightHaveBeenOvertaken(by skew: UInt64) -> Bool { closestDeadline <= skew }

  /// Whether only deadlines of repeating timers are left.
  public var hasOnlyRepeatingDeadlines: Bool { mutating get { heapCount == repeatingDeadlines } }

  /// Whether all tasks that wait for a moment are of this kind.
  public mutating func allDeadlines(_ isOfKind: (TaskID) -> Bool) -> Bool {
    for index in 0..<heapCount where !isOfKind(TaskID(UInt32(heap[index].task))) { return false }
    return true
  }

  /// Moves the clock into or out of the enabled set; called once after every step.
  mutating func refreshClock() {
    if heapCount == 0 {
      if tasks[0].enabledIndex >= 0 { disable(0) }
      return
    }
    let isListed = tasks[0].enabledIndex >= 0
    let others = isListed ? enabledCount - 1 : enabledCount
    if others > 0 {
      let left = heap[0].deadline > now ? heap[0].deadline &- now : 0
      if left < closestDeadline { closestDeadline = left }
    }
    if others == 0 || (skew > 0 && heap[0].deadline <= now &+ skew) {
      if !isListed { enable(0) }
    } else if isListed {
      disable(0)
    }
  }

  /// Moves `now` to the next deadline and ends every wait that was to end then.
  mutating func letTimePass() -> Outcome {
    let deadline = heap[0].deadline
    if deadline > now { now = deadline }
    while heapCount > 0 && heap[0].deadline <= now {
      let task = heap[0].task
      disarm(task)
      if task == 0 {
        growPool()
        continue
      }
      tasks[task].isDue = true
      if tasks[task].phase == .delayed { becomeArrival(task) } else { enable(task) }
    }
    return .progressed
  }

  /// A delayed block whose time had come when it was submitted does not begin at that very instant: with a
  /// real clock its first read is always a later one than the submitter's.
  mutating func leaveInstant(ofSubmissionOf item: Int) {
    let instant = max(lateness, 1)
    if tasks[item].submissionInstant == now &+ 1 && nextDeadline > now &+ instant { now &+= instant }
  }

  /// A clock read of a poll loop: moves `now` to the next deadline although others are enabled, if there is
  /// one.
  public mutating func advanceForPolling() {
    if heapCount > 0 { _ = letTimePass() }
    refreshClock()
  }

  /// Whether time may pass now.
  public var isClockEnabled: Bool { mutating get { tasks[0].enabledIndex >= 0 } }

  /// Lets time pass by so much without ending any wait: those whose deadlines it passes end, late, with the
  /// clock's next step.
  public mutating func runLate(by nanoseconds: UInt64) {
    let (later, overflows) = now.addingReportingOverflow(nanoseconds)
    if !overflows { now = later }
    refreshClock()
  }

  /// Announces a wait: the task is in `list`, and can continue when what it waits for is there (`isOpen`) or
  /// at the deadline (`Operation.noDeadline` = never), whichever is first.
  mutating func announceWait(
    _ task: Int, in list: inout TaskList, as membership: ListMembership, isOpen: Bool, until deadline: UInt64
  ) -> Bool {
    append(task, to: &list, as: membership)
    tasks[task].isDue = false
    return isOpen || waitsNoLonger(task, than: deadline)
  }

  /// Lets a task wait until its deadline at most; true if that has come already.
  mutating func waitsNoLonger(_ task: Int, than deadline: UInt64) -> Bool {
    if deadline <= now {
      tasks[task].isDue = true
      return true
    }
    disable(task)
    arm(task, deadline)
    return false
  }

  /// Whether a wait with this deadline would end at once.
  @inline(__always)
  mutating func isOver(_ deadline: UInt64) -> Bool { deadline <= now }
}
