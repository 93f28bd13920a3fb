// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDSchedule

extension ShardPart {
  /// What an exploration of a shard leaves for the others.
  package init(
    _ exploration: Exploration, of options: ExplorationOptions, expectation: Expectation? = nil,
    outcomes: [[Int]] = []
  ) {
    let course = exploration.course
    self.init(
      hashes: HashList.text(course.hashes), looks: CoverageLook.text(course.looks),
      beginning: options.beginning,
      hashesOfBeginning: course.beginning.hashes, findingsOfBeginning: course.beginning.findings,
      last: course.last, isEndedByFinding: course.isEndedByFinding,
      isEndedBySaved: course.isEndedBySaved,
      directed: course.directed.map { DirectedRuns(number: $0.number, runs: $0.runs) },
      expectation: expectation, outcomes: outcomes)
  }
}
