// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDSchedule

/// Schedules that time or the user ends while they run.
extension Explorer {
  /// Whether the run of schedule `number` that is over was cut: then it is put aside as if it had not begun,
  /// and exploring is to stop.
  ///
  /// What it met before is told: it need not come again in a run that ends.
  mutating func wasCut(_ number: Int, _ plan: RunPlan) -> Bool {
    if engine.state.pointee.end != .cut { return false }
    let reason: StopReason = RunCut.isAsked ? .interrupted : .time
    exploration.stopped = reason
    exploration.cut = CutSchedule(number: number + 1, steps: engine.state.pointee.trace.count)
    // The checkpoint goes on behind the last one that was begun.
    exploration.course.last = number - 1
    if !Suspicion(engine, body).isEmpty {
      let token = scheduler.token(poolWidth: engine.state.pointee.world.width)
      let evidence = Evidence(engine, context(number, plan, token), body, options)
      for finding in evidence.findings() { _ = report(finding) }
      if exploration.stopped != .finding { exploration.stopped = reason }
    }
    let deadRuns = exploration.deadRuns
    finish()
    exploration.deadRuns = deadRuns
    return true
  }
}
#endif
