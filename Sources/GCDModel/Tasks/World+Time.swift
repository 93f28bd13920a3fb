// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Time and workers as the owner of the world asks for them.
extension World {
  /// How far ahead of ready work the clock may move, in nanoseconds.
  public mutating func setSkew(_ skew: UInt64) { core.clock.skew = skew }

  /// The next deadline in virtual nanoseconds, or `Operation.noDeadline`.
  public var nextDeadline: UInt64 { mutating get { core.nextDeadline } }

  /// Whether a deadline was so near, in nanoseconds, while a task could continue that a clock which may be
  /// ahead by that much might have come first.
  public mutating func mightHaveBeenOvertaken(by skew: UInt64) -> Bool { core.clock.closestDeadline <= skew }

  /// Whether only deadlines of repeating timers are left.
  public var hasOnlyRepeatingDeadlines: Bool {
    mutating get { core.clock.deadlines.count == core.clock.repeatingDeadlines }
  }

  /// Whether all tasks that wait for a moment are of this kind.
  public mutating func allDeadlines(_ isOfKind: (TaskID) -> Bool) -> Bool {
    for index in 0..<core.clock.deadlines.count
    where !isOfKind(TaskID(UInt32(core.clock.deadlines.at[index].task))) { return false }
    return true
  }

  /// Whether a task of this kind waits for a moment behind `time`.
  public mutating func hasDeadline(after time: UInt64, where isOfKind: (TaskID) -> Bool) -> Bool {
    for index in 0..<core.clock.deadlines.count where core.clock.deadlines.at[index].deadline > time {
      if isOfKind(TaskID(UInt32(core.clock.deadlines.at[index].task))) { return true }
    }
    return false
  }

  /// Whether the task that waits for the next moment is of this kind.
  public mutating func hasNextDeadline(where isOfKind: (TaskID) -> Bool) -> Bool {
    core.clock.deadlines.count > 0 && isOfKind(TaskID(UInt32(core.clock.deadlines.at[0].task)))
  }

  /// Whether a job of a Swift task, one that sleeps, waits for its time.
  public var isAnyJobDelayed: Bool {
    mutating get {
      for index in 0..<core.clock.deadlines.count {
        let task = core.clock.deadlines.at[index].task
        if core.tasks.at[task].phase == .delayed, queues.sort(of: task, &core) == .cooperative { return true }
      }
      return false
    }
  }

  /// A clock read of a poll loop: moves `now` to the next deadline although others are enabled, if there is
  /// one.
  public mutating func advanceForPolling() {
    if core.clock.deadlines.count > 0 { _ = core.letTimePass() }
    core.refreshClock()
  }

  /// Lets time pass by so much without ending any wait: those whose deadlines it passes end, late, with the
  /// clock's next step.
  public mutating func runLate(by nanoseconds: UInt64) {
    let (later, overflows) = core.clock.now.addingReportingOverflow(nanoseconds)
    if !overflows { core.clock.now = later }
    core.refreshClock()
  }

  /// Nothing can continue but tasks that poll: what waits for that arrives now. False where nothing does.
  public mutating func settleForPolling() -> Bool {
    if core.clock.whenSettled.head < 0 { return false }
    core.openSettled()
    core.refreshClock()
    return true
  }

  /// A task has read a clock.
  @inline(__always)
  public mutating func noteClockRead(_ task: TaskID) {
    let state = core.tasks.at + Int(task.rawValue)
    if !state.pointee.hasSetDeadline { return }
    state.pointee.hasSetDeadline = false
    state.pointee.epoch &+= 1
  }

  /// How many workers have been added.
  public var workersAdded: Int { mutating get { core.pools.added } }

  /// The pools that the run began with, as the raw value of a `PoolLimit`.
  public var width: Int { mutating get { core.pools.limit.rawValue } }

  /// Items that could start if there were one more worker.
  public var itemsWaitingForPool: Int {
    mutating get { limited.waiting + overcommit.waiting + cooperative.waiting }
  }

  /// Whether jobs of Swift tasks are among them.
  public var cooperativePoolIsExhausted: Bool { mutating get { cooperative.waiting > 0 } }

  /// The peak of workers needed at once: those blocked while one more block started. Threads of overcommit
  /// roots count only where they are more than libdispatch ever starts.
  public var workersNeeded: Int {
    mutating get {
      overcommit.needed > mostOvercommitWorkers ? max(limited.needed, overcommit.needed) : limited.needed
    }
  }

  /// The peak of threads of the cooperative pool needed at once: those blocked while one more job started.
  public var cooperativeThreadsNeeded: Int { mutating get { cooperative.needed } }

  /// How many workers there are of a sort that blocks wait for, or else of the limited sort; 0 = unbounded.
  public var workers: Int { mutating get { core.pools.at[Int((exhaustedPool ?? .limited).rawValue)].width } }

  private var limited: PoolState { mutating get { core.pools.at[Int(PoolSort.limited.rawValue)] } }
  private var overcommit: PoolState { mutating get { core.pools.at[Int(PoolSort.overcommit.rawValue)] } }
  private var cooperative: PoolState { mutating get { core.pools.at[Int(PoolSort.cooperative.rawValue)] } }

  /// The first sort of threads that blocks wait for.
  var exhaustedPool: PoolSort? {
    mutating get {
      let sorts = [PoolSort.cooperative, .limited, .overcommit]
      return sorts.first { core.pools.at[Int($0.rawValue)].waiting > 0 }
    }
  }
}
