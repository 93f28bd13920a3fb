// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

extension TestEnded {
  /// What came of a test or a program: errors are all that it can fail by.
  ///
  /// - Parameter known: Findings that the test asks for; it does not fail by these.
  package init(
    _ name: String, _ exploration: Exploration, known: [Finding] = [], of options: ExplorationOptions
  ) {
    let hasErrors = exploration.findings.contains { $0.severity == .error && !known.contains($0) }
    self.init(
      test: name, hasErrors ? .failed : .passed, schedules: exploration.schedulesRun, of: options.schedules,
      distinct: exploration.distinctSchedules, stopped: exploration.stopped)
    cut = exploration.cut
    if !hasErrors, isHardlyTried(in: options.shard) { outcome = .hardlyTried }
    choicePoints = exploration.choicePoints
    traceHash = exploration.traceHash
    search = exploration.search
    coverage = exploration.coverage
    if options.shard != nil { part = ShardPart(exploration, of: options) }
  }
}
