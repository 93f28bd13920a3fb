// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDRuntime

/// The report sinks while the explorer of a program calls back; used on one thread.
final class LockedReports {
  private(set) var reports: ReportSinks
  /// Of what has been explored before, and the findings since.
  private(set) var counts: ProgressCounts

  /// Of which it was said that they take longer than they may.
  private var lateness: Set<String> = []

  init(_ reports: ReportSinks, _ counts: ProgressCounts) {
    self.reports = reports
    self.counts = counts
  }

  func found(_ finding: Finding, in name: String) {
    counts.findings += 1
    reports.receive(.finding(FindingFound(test: name, finding)))
  }

  /// False when the user wants to stop.
  func advance(to made: ExplorationProgress, of name: String) -> Bool {
    var shown = counts
    shown.schedules += made.schedules
    shown.distinct += made.distinct
    reports.update(shown, running: name)
    if made.isLate, !lateness.contains(name) {
      lateness.insert(name)
      reports.clearProgress()
      StandardStream.error.line(
        "gcdcheck: \(name): the time is over; what the last schedule showed is still being looked into")
    }
    return !Interruption.isRequested
  }
}
#endif
