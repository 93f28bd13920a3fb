// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDSchedule

/// Schedules that time or the user ends while they run, or while what they showed is being looked into.
extension Explorer {
  /// Whether the execution of schedule `number` was cut: then it is put aside as if it had not begun, and
  /// exploring is to stop.
  ///
  /// What it met before is reported: it need not come again in an execution that ends.
  mutating func wasCut(_ number: Int, _ request: ExecutionRequest, _ result: ExecutionResult) -> Bool {
    if !result.end.isCut { return false }
    let reason = reasonOfCut
    exploration.stopped = reason
    if result.steps >= 0 { exploration.cut = CutSchedule(number: number + 1, steps: result.steps) }
    // The checkpoint continues behind the last one that was begun.
    exploration.recordedTrace.last = number - 1
    if result.fingerprint != nil {
      let context = self.context(number, request.schedule, executor.token)
      for finding in executor.findings(context, neededWorkers: 0, after: nil) { _ = report(finding) }
      if exploration.stopped != .finding { exploration.stopped = reason }
    }
    _ = executor.close()
    return true
  }

  /// Why the executor has cut an execution.
  var reasonOfCut: StopReason { executor.isStopped ? .interrupted : .time }

  /// An exploration in front of a schedule, which it becomes again where that is abandoned or does not count.
  ///
  /// A class: hardly any schedule has one.
  final class Before {
    fileprivate let explorer: Explorer
    /// Of a counter that is shared with the copy.
    fileprivate let coverage: ExplorationCoverage

    init(_ explorer: Explorer) {
      self.explorer = explorer
      coverage = explorer.counter.coverage
    }
  }

  /// Counts the schedule as not run that was being looked into when the work was cut off.
  mutating func take(back before: Before) {
    become(before)
    exploration.recordedTrace.last -= 1
    exploration.stopped = .interrupted
  }

  mutating func become(_ before: Before) {
    self = before.explorer
    counter.coverage = before.coverage
  }
}
#endif
