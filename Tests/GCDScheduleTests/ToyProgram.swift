// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule
import GCDVocabulary

/// Tasks of a fixed number of steps that never block, run under a scheduler: the smallest engine there is.
struct ToyProgram {
  /// Steps of each task; task i is `TaskID(i + 1)`.
  var steps: [Int]
  /// Whether the clock is offered as the last candidate wherever the plan allows it.
  var offersClock = false

  /// The tasks in the order in which they made their steps; the clock's moves are entries of task 0.
  func run(_ scheduler: Scheduler, number: Int, profile: ExecutionProfile = ExecutionProfile()) -> [UInt32] {
    drive(scheduler, plan: scheduler.beginRun(number, profile: profile))
  }

  func replay(_ scheduler: Scheduler, _ token: ScheduleToken) -> [UInt32] {
    let trace = replayKeepingOpen(scheduler, token)
    scheduler.endReplay()
    return trace
  }

  /// A replay that may ask for further choices after the tasks are done.
  func replayKeepingOpen(_ scheduler: Scheduler, _ token: ScheduleToken) -> [UInt32] {
    drive(scheduler, plan: scheduler.begin(replaying: token))
  }

  private func drive(_ scheduler: Scheduler, plan: ExecutionPlan) -> [UInt32] {
    var left = steps
    var trace: [UInt32] = []
    while true {
      var candidates = left.indices.filter { left[$0] > 0 }.map { TaskID(UInt32($0 + 1)) }
      if candidates.isEmpty { return trace }
      if offersClock, plan.allowsSkew { candidates.append(.clock) }
      let index =
        candidates.count == 1
        ? 0 : scheduler.next(candidates, candidates.count, baseline: 0)
      let current = candidates[index]
      trace.append(current.rawValue)
      if current != .clock { left[Int(current.rawValue) - 1] -= 1 }
    }
  }
}
