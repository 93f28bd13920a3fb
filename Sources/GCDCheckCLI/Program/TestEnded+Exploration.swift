// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDRuntime

extension TestEnded {
  /// What came of a program: errors are all that it can fail by.
  init(_ name: String, _ exploration: Exploration, of options: ExplorationOptions) {
    let hasErrors = exploration.findings.contains { $0.severity == .error }
    self.init(
      test: name, hasErrors ? .failed : .passed, schedules: exploration.schedulesRun, of: options.schedules,
      distinct: exploration.distinctSchedules, stopped: exploration.stopped)
    choicePoints = exploration.choicePoints
    traceHash = exploration.traceHash
    if options.shard != nil { part = ShardPart(exploration, of: options) }
  }
}
#endif
