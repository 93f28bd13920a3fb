// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Timers on the virtual clock (Libdispatch.md 2.8).
extension Sources {
  /// Sets the period that the next `setTimer` operation on the source gives it: virtual nanoseconds, 0 is
  /// taken as 1, `Operation.noDeadline` or a set top bit = one shot (Libdispatch.md 2.8 "interval 0").
  mutating func setInterval(_ index: Int, _ interval: UInt64, lag: UInt64) {
    table.at[index].pendingInterval = interval >= UInt64.max / 2 ? 0 : max(interval, 1)
    table.at[index].pendingLag = lag
  }

  /// Starts the timer anew from `start`: what had accumulated is discarded (Libdispatch.md 2.8 "set_timer
  /// on an active source"). `Operation.noDeadline` disarms it.
  mutating func setTimer(
    _ task: Int, _ object: ObjectID, _ start: UInt64, _ queues: inout Queues, _ core: inout Core
  ) -> Outcome {
    let index = object.index
    if !object.isSource || table.at[index].kind != .timer { return .failed(.setTimerOnOtherSource) }
    if table.at[index].isCancelled || table.at[index].isReleased { return core.done(task) }
    disarmTimer(index, &queues, &core)
    let standing = table.at[index].eventTask
    if standing >= 0 && core.tasks.at[standing].phase == .queued {
      withdraw(standing, &queues, &core)
      queues.refreshLane(table.at[index].lane, &core)
    }
    table.at[index].setter = task
    table.at[index].setterEpoch = core.tasks.at[task].epoch
    core.tasks.at[task].hasSetDeadline = true
    table.at[index].next = start
    table.at[index].interval = table.at[index].pendingInterval
    table.at[index].lag = table.at[index].pendingLag
    if table.at[index].isInstalled { armTimer(index, &queues, &core) }
    return core.done(task)
  }

  /// Puts the next deadline into the heap, unless a handler is queued or runs: there is never more than one.
  mutating func armTimer(_ index: Int, _ queues: inout Queues, _ core: inout Core) {
    if table.at[index].next == UInt64.max || table.at[index].eventTask >= 0 || table.at[index].armedTask >= 0
    {
      return
    }
    if !table.at[index].hasEventHandler { return }
    let task = makeHandler(index, .eventHandler, &queues, &core)
    core.tasks.at[task].pending = Operation(.fire, queues.lanes.at[table.at[index].lane].object)
    core.tasks.at[task].phase = .delayed
    core.tasks.at[task].deadline = table.at[index].next
    core.tasks.at[task].tieOwner = table.at[index].setter
    core.tasks.at[task].tieEpoch = table.at[index].setterEpoch
    table.at[index].armedTask = task
    if core.isOver(table.at[index].next) {
      core.becomeArrival(task)
    } else {
      core.arm(task, table.at[index].next, repeats: table.at[index].interval > 0)
    }
  }

  mutating func disarmTimer(_ index: Int, _ queues: inout Queues, _ core: inout Core) {
    let task = table.at[index].armedTask
    if task < 0 { return }
    table.at[index].armedTask = -1
    core.withdrawArrival(task)
    queues.drop(task, &core)
  }

  /// An armed timer has reached its lane.
  mutating func fired(_ task: Int, _ core: inout Core) {
    let index = core.tasks.at[task].source
    table.at[index].armedTask = -1
    table.at[index].eventTask = task
  }

  /// How many periods have passed, at least one; the next deadline stays on the grid (Libdispatch.md 2.8
  /// "Missed fires coalesce").
  mutating func latchTimer(_ index: Int, _ core: inout Core) {
    let state = table.at + index
    if state.pointee.interval == 0 {
      state.pointee.data = 1
      state.pointee.next = UInt64.max
    } else {
      let late =
        (core.clock.now > state.pointee.next ? core.clock.now - state.pointee.next : 0) &+ state.pointee.lag
      let periods = late / state.pointee.interval + 1
      state.pointee.data = periods
      let (step, overflow) = periods.multipliedReportingOverflow(by: state.pointee.interval)
      let (next, overflows) = state.pointee.next.addingReportingOverflow(step &- state.pointee.lag)
      state.pointee.next = overflow || overflows ? UInt64.max : next
      state.pointee.lag = 0
    }
    if core.progressCounter == state.pointee.progressAtLastFire {
      state.pointee.consecutiveIdleFires += 1
    } else {
      state.pointee.consecutiveIdleFires = 0
    }
    state.pointee.progressAtLastFire = core.progressCounter
  }

  /// Whether each armed timer is idle: it has fired for long while no other task became enabled (Design.md
  /// "Dead timers").
  var areIdleTimers: Bool {
    mutating get {
      var index = 0
      while index < table.count {
        if table.at[index].armedTask >= 0 && !table.at[index].isIdleTimer { return false }
        index += 1
      }
      return true
    }
  }
}

/// When a repeating timer is idle: after fires in a row in which no task became enabled. The limits are high
/// because a handler may count long before it wakes a task, or wait for a time of day.
enum IdleTimerRule {
  /// Fewer are never too many.
  static let fewestFires = 1_000
  /// They are not within this virtual time, in nanoseconds, unless there are `mostFires`.
  static let shortestTime: UInt64 = 60_000_000_000
  static let mostFires = 6_000
}

extension SourceState {
  fileprivate var isIdleTimer: Bool {
    if consecutiveIdleFires >= IdleTimerRule.mostFires { return true }
    let (time, overflows) = UInt64(consecutiveIdleFires).multipliedReportingOverflow(by: interval)
    return consecutiveIdleFires >= IdleTimerRule.fewestFires
      && (overflows || time >= IdleTimerRule.shortestTime)
  }
}
