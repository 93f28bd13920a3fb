// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDThread
import GCDReport
import GCDVocabulary
import Glibc

/// A debugger that looks at a run.
///
/// All virtual threads take turns on one real one, so a debugger would see a single thread at work and many
/// that sleep in gcdcheck. While the run stops here, the real thread behind each virtual one is on the
/// frames that belong to it and bears its name.
extension Engine {
  /// Stops before the step that is reached, if it is the one that was asked for.
  func stopForDebugger(beforeStep step: Int) {
    guard step >= pointee.progress.debuggerStep else { return }
    pointee.progress.debuggerStep = .max
    stopForDebugger("step #\(step)")
  }

  /// Stops at a finding, where that was asked for; its threads are still there.
  func stopForDebugger(_ finding: Finding) {
    guard DebuggerStop.asked == .finding else { return }
    stopForDebugger("\(finding.code) \(finding.kind.code.slug)")
  }

  private func stopForDebugger(_ reason: String) {
    let naming = ReportNames(self)
    var shown: [VirtualThread] = []
    for index in 1..<max(pointee.tasks.count, 1) {
      let record = pointee.tasks.base[index]
      // A task on top of another one's stack has its thread, too.
      guard record.host == .none, let thread = record.thread else { continue }
      if gcdc_thread_show(thread, naming.participant(TaskID(UInt32(index)))) { shown.append(thread) }
    }
    if !gcdc_debugger_is_there() {
      let words = Notice.waitsForDebugger(reason, process: Int(getpid())).text + "\n"
      words.withCString { _ = write(STDERR_FILENO, $0, strlen($0)) }
    }
    // The time that a user looks is no time in which the run stalls.
    gcdc_watchdog_arm(false)
    gcdcheck_stop(reason)
    gcdc_watchdog_arm(true)
    for thread in shown { gcdc_thread_hide(thread) }
  }
}
#endif
