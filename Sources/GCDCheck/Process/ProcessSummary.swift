// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDReport
import GCDRuntime
import Synchronization

import Glibc

/// What all controlled tests of the process came to: one line when it ends.
enum ProcessSummary {
  private static let total = Mutex(RunEnded(tests: 0, schedules: 0, distinct: 0))

  /// Adds a finished exploration of a test.
  static func add(_ exploration: Exploration, of test: String) {
    if ProcessEnvironment.isVerbose, let line = exploration.coverage?.line(of: test) {
      ProcessOutput.aside(line)
    }
    let errors = exploration.findings.filter { $0.severity == .error }.count
    let warnings = exploration.findings.filter { $0.severity == .warning }.count
    let isFirst = total.withLock { total in
      total.tests += 1
      total.shard = ProcessEnvironment.current.shard
      total.schedules += exploration.schedulesRun
      total.distinct += exploration.distinctSchedules
      if exploration.directedRuns > 0 {
        total.directedRuns = (total.directedRuns ?? 0) + exploration.directedRuns
      }
      total.errors += errors
      total.warnings += warnings
      if errors > 0 { total.failedTests += 1 }
      if exploration.stopped == .time { total.stopped = .time }
      if case .saturated = exploration.stopped, total.stopped == .completed {
        total.stopped = exploration.stopped
      }
      if exploration.isExhaustive, exploration.search != nil { total.exhausted = (total.exhausted ?? 0) + 1 }
      total.search = total.tests == 1 ? exploration.search : nil
      total.coverage = total.tests == 1 ? exploration.coverage : nil
      for note in exploration.notes where !total.notes.contains(note) { total.notes.append(note) }
      return total.tests == 1
    }
    if isFirst { atexit { ProcessSummary.write() } }
  }

  private static func write() {
    let summary = total.withLock { total in
      if !gcdc_races_are_watched() { total.notes.append(.racesNotChecked) }
      return total.summary
    }
    ProcessOutput.aside(summary)
  }
}
#endif
