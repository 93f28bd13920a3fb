// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDReport
import GCDRuntime

import Glibc

/// What all controlled tests of the process came to: one line when it ends.
enum ProcessSummary {
  private static let state = LockedState(State())

  private struct State {
    var total = RunTotal()
    var exhausted = 0
    /// Of the first test, shown when it stays the only one.
    var search: SearchExtent?

    var ended: RunEnded {
      var ended = total.ended
      if !gcdc_races_are_watched() { ended.notes.append(.racesNotChecked) }
      if exhausted > 0 { ended.exhausted = exhausted }
      if ended.tests == 1 { ended.search = search }
      return ended
    }
  }

  /// Adds a finished exploration of a test.
  ///
  /// - Parameter known: Findings that the test asks for (`withKnownIssue`).
  ///
  /// - Returns: What the reports say of it.
  static func add(_ exploration: Exploration, known: [Finding], of options: ExplorationOptions) -> TestEnded {
    let ended = TestEnded(options.displayName, exploration, known: known, of: options)
    if ProcessEnvironment.isVerbose, let line = exploration.coverage?.line(of: ended.test) {
      ProcessOutput.aside(line)
    }
    let isFirst = state.withLock { state in
      state.total.add(
        ended, exploration.findings.filter { !known.contains($0) }, isExpected: false,
        directedRuns: exploration.directedRuns)
      state.total.add(exploration.notes)
      state.total.setShard(ProcessEnvironment.current.asked.shard)
      switch exploration.stopped {
      case .time: state.total.stopped = .time
      case .saturated where state.total.stopped == .completed: state.total.stopped = exploration.stopped
      default: break
      }
      if exploration.isExhaustive, exploration.search != nil { state.exhausted += 1 }
      state.search = exploration.search
      return state.total.ended.tests == 1
    }
    ProcessReports.add(exploration.events(ended, known: known, of: options))
    if isFirst { atexit { ProcessSummary.write() } }
    return ended
  }

  private static func write() {
    let ended = state.withLock(\.ended)
    ProcessReports.finish(ended)
    ProcessOutput.aside(ended.summary)
  }
}
#endif
