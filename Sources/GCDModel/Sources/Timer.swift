// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Timers on the virtual clock (Libdispatch.md 2.8).
extension World {
  /// The period that the next `setTimer` operation on the source gives it: virtual nanoseconds, 0 becomes 1,
  /// `Operation.noDeadline` or a set top bit = one shot (Libdispatch.md 2.8 "interval 0").
  ///
  /// - Parameter lag: By how many nanoseconds the start is before the run does: no virtual time tells it.
  public mutating func setInterval(_ source: ObjectID, _ interval: UInt64, lag: UInt64 = 0) {
    sources[source.index].pendingInterval = interval >= UInt64.max / 2 ? 0 : max(interval, 1)
    sources[source.index].pendingLag = lag
  }

  /// Starts the timer anew from `start`: what had accumulated is discarded (Libdispatch.md 2.8 "set_timer
  /// on an active source"). `Operation.noDeadline` disarms it.
  mutating func setTimer(_ task: Int, _ object: ObjectID, _ start: UInt64) -> Outcome {
    let index = object.index
    if !object.isSource || sources[index].kind != .timer { return .failed(.setTimerOnOtherSource) }
    if sources[index].isCancelled || sources[index].isReleased { return done(task) }
    disarmTimer(index)
    let standing = sources[index].eventTask
    if standing >= 0 && tasks[standing].phase == .queued {
      withdraw(standing)
      refreshLane(sources[index].lane)
    }
    sources[index].setter = task
    sources[index].setterEpoch = tasks[task].epoch
    tasks[task].hasSetDeadline = true
    sources[index].next = start
    sources[index].interval = sources[index].pendingInterval
    sources[index].lag = sources[index].pendingLag
    if sources[index].isInstalled { armTimer(index) }
    return done(task)
  }

  /// Puts the next deadline into the heap, unless a handler is queued or runs: there is never more than one.
  mutating func armTimer(_ index: Int) {
    if sources[index].next == UInt64.max || sources[index].eventTask >= 0 || sources[index].armedTask >= 0 {
      return
    }
    if !sources[index].hasEventHandler { return }
    let task = makeHandler(index, .eventHandler)
    tasks[task].pending = Operation(.fire, lanes[sources[index].lane].object)
    tasks[task].phase = .delayed
    tasks[task].deadline = sources[index].next
    tasks[task].tieOwner = sources[index].setter
    tasks[task].tieEpoch = sources[index].setterEpoch
    sources[index].armedTask = task
    if isOver(sources[index].next) { becomeArrival(task) } else { arm(task, sources[index].next) }
  }

  mutating func disarmTimer(_ index: Int) {
    let task = sources[index].armedTask
    if task < 0 { return }
    sources[index].armedTask = -1
    withdrawArrival(task)
    endUnstarted(task)
  }

  /// An armed timer has reached its lane.
  mutating func fired(_ task: Int) {
    let index = tasks[task].source
    sources[index].armedTask = -1
    sources[index].eventTask = task
  }

  /// How many periods have passed, at least one; the next deadline stays on the grid (Libdispatch.md 2.8
  /// "Missed fires coalesce").
  mutating func latchTimer(_ index: Int) {
    let state = sources + index
    if state.pointee.interval == 0 {
      state.pointee.data = 1
      state.pointee.next = UInt64.max
    } else {
      let late = (now > state.pointee.next ? now - state.pointee.next : 0) &+ state.pointee.lag
      let periods = late / state.pointee.interval + 1
      state.pointee.data = periods
      let (step, overflow) = periods.multipliedReportingOverflow(by: state.pointee.interval)
      let (next, overflows) = state.pointee.next.addingReportingOverflow(step &- state.pointee.lag)
      state.pointee.next = overflow || overflows ? UInt64.max : next
      state.pointee.lag = 0
    }
    if progressCounter == state.pointee.progressAtLastFire {
      state.pointee.consecutiveIdleFires += 1
    } else {
      state.pointee.consecutiveIdleFires = 0
    }
    state.pointee.progressAtLastFire = progressCounter
  }

  /// Whether nothing but repeating timers lives: each of them has fired `idleFireLimit` times while nothing
  /// else became enabled (Design.md "Dead timers"). The limit is high because a handler may count long before
  /// it wakes a task.
  public var hasOnlyIdleTimers: Bool {
    mutating get {
      if heapCount != repeatingDeadlines || hasTimerDescriptors { return false }
      var index = 0
      while index < sourceCount {
        if sources[index].armedTask >= 0 && sources[index].consecutiveIdleFires < idleFireLimit {
          return false
        }
        index += 1
      }
      return true
    }
  }
}

/// How many fires in a row without a sign of life make a repeating timer barren.
let idleFireLimit = 1_000
