// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDThread
import GCDVocabulary

/// Ending the present run of this process before its end.
package enum ExecutionCut {
  /// Asks for it, for good: runs that begin afterwards end at their first step. May be called in a signal
  /// handler.
  package static func ask() { gcdc_cut_runs() }

  /// It was asked for.
  static var isAsked: Bool { gcdc_runs_are_cut() }
}

extension Engine {
  /// Lets cuts find the running run.
  func watchForCut() {
    let offset = MemoryLayout<Execution>.offset(of: \Execution.progress.nextPoll)!
    let look = UnsafeMutableRawPointer(self).advanced(by: offset)
    gcdc_cut_watch(look.assumingMemoryBound(to: Int64.self))
  }

  /// Asked at each look: whether the run is to end here.
  ///
  /// Which step that is depends on the real clock, so nothing is made of a run that was cut but the news that
  /// it was.
  func isCutNow() -> Bool {
    pointee.process.reportedSteps?.pointee = Int64(pointee.trace.count)
    if ExecutionCut.isAsked { return true }
    let deadline = pointee.run.cutDeadline
    return deadline != .max && gcdc_real_monotonic_ns() >= deadline
  }
}
#endif
