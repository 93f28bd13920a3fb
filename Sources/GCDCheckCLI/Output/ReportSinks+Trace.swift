// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDRuntime

extension ReportSinks {
  /// Every step of a schedule that was replayed.
  mutating func show(_ exploration: Exploration, of test: String, seed: UInt64) {
    receive(.scheduleStarted(ScheduleStarted(test: test, schedule: 1, seed: seed)))
    for line in exploration.trace { receive(.step(TraceStep(schedule: 1, line))) }
    let times = exploration.trace.compactMap { line in
      if case .clock(let now) = line.outcome { now } else { nil }
    }
    receive(
      .scheduleEnded(
        ScheduleEnded(
          schedule: 1, steps: exploration.trace.count, virtualTime: times.last ?? 0,
          traceHash: exploration.traceHash)))
  }
}
