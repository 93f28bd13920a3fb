// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDSchedule

extension ShardPart {
  /// What an exploration of a shard leaves for the others.
  package init(
    _ exploration: Exploration, of options: ExplorationOptions, expectation: Expectation? = nil,
    outcomes: [[Int]] = []
  ) {
    let recordedTrace = exploration.recordedTrace
    self.init(
      hashes: HashList.text(recordedTrace.hashes), looks: CoverageSnapshot.text(recordedTrace.looks),
      beginning: options.beginning,
      hashesOfBeginning: recordedTrace.beginning.hashes,
      findingsOfBeginning: recordedTrace.beginning.findings,
      last: recordedTrace.last, isEndedByFinding: recordedTrace.isEndedByFinding,
      isEndedBySaved: recordedTrace.isEndedBySaved,
      directed: recordedTrace.directed.map { DirectedRuns(number: $0.number, runs: $0.runs) },
      expectation: expectation, outcomes: outcomes)
  }
}
