// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDRuntime
import GCDScenario
import GCDSchedule
import GCDVocabulary

/// What all shards of one test come to: as if one process had run all schedules, in order.
struct MergedTest {
  /// A test of one shard, with what its end must have.
  private struct Part {
    let shard: Shard
    let findings: [FindingFound]
    let ended: TestEnded
    let part: ShardPart
    let hashes: [UInt64]
    let looks: [CoverageSnapshot]

    init?(_ stream: ShardStream, _ name: String) {
      guard let test = stream.tests.first(where: { $0.started.test == name }), let ended = test.ended,
        let part = ended.part
      else { return nil }
      shard = stream.shard
      findings = test.findings
      hashes = test.hashes
      looks = test.looks
      self.ended = ended
      self.part = part
    }

    /// The hashes behind the beginning, with the numbers of their schedules.
    var shared: [(number: Int, hash: UInt64)] {
      let first = shard.numbers(below: part.beginning)
      return hashes.dropFirst(part.hashesOfBeginning).enumerated().map { index, hash in
        ((first + index) * shard.count + shard.index - 1, hash)
      }
    }

    /// The findings with their schedules' numbers; -1 for what came in the beginning.
    var numbered: [(number: Int, found: FindingFound)] {
      findings.enumerated().map { index, found in
        (index < part.findingsOfBeginning ? -1 : found.finding.context.schedule - 1, found)
      }
    }
  }

  /// Where one process would have stopped.
  private struct End {
    var number: Int
    /// The shard whose finding it was.
    var part: Part
  }

  private(set) var findings: [FindingFound] = []
  private(set) var ended: TestEnded
  private(set) var directedRuns = 0

  var isExpected: Bool { if case .asExpected = ended.outcome { true } else { false } }

  /// Nil for a test that some shard did not come to.
  init?(_ streams: ShardStreams, _ name: String) {
    let parts = streams.all.compactMap { Part($0, name) }
    guard parts.count == streams.count else { return nil }
    let first = parts[0]
    ended = first.ended
    ended.part = nil
    let isAlone = MergedTest.isAlone(first) || parts.dropFirst().allSatisfy(\.hashes.isEmpty)
    if isAlone {
      findings = first.findings
      directedRuns = first.part.directed.reduce(0) { $0 + $1.runs }
    } else {
      // The runs of the beginning that have no number take the places of the last schedules.
      let limit = ended.requested.addingSaturated(first.part.beginning - first.part.hashesOfBeginning)
      let end = MergedTest.end(of: parts, below: limit)
      let shared = parts.flatMap(\.shared).filter { $0.number < limit && $0.number <= end?.number ?? .max }
      let hashes =
        first.hashes.prefix(first.part.hashesOfBeginning)
        + shared.sorted { $0.number < $1.number }.map(\.hash)
      var coverage = ExplorationCoverage()
      for hash in hashes { coverage.add(hash) }
      for look in MergedTest.looks(parts, through: end?.number, below: limit) { coverage.add(look) }
      ended.schedules = hashes.count
      ended.distinct = coverage.distinctSchedules
      ended.coverage = coverage.figures
      if ended.traceHash != nil, let start = hashes.first {
        ended.traceHash = hashes.dropFirst().reduce(start, fold)
      }
      findings = MergedTest.findings(parts, end, below: limit)
      directedRuns = MergedTest.directedRuns(first, end)
      ended.stopped = MergedTest.reason(
        parts, end, hasErrors: findings.contains { $0.finding.severity == .error })
    }
    ended.outcome = outcome(isAlone ? [first.part] : parts.map(\.part))
    if first.part.expectation != nil {
      for index in findings.indices { findings[index].isExpected = isExpected }
    }
  }

  /// What the first shard did before the others' schedules begin was enough.
  private static func isAlone(_ first: Part) -> Bool {
    first.part.isEndedBySaved || first.ended.stopped == .exhausted
      || (first.part.isEndedByFinding && first.part.last < first.part.beginning)
  }

  /// The lowest number at which a finding ended a shard.
  private static func end(of parts: [Part], below limit: Int) -> End? {
    let ended = parts.filter { $0.part.isEndedByFinding && $0.part.last < limit }
    let ends = ended.map { End(number: $0.part.last, part: $0) }
    return ends.min { one, other in
      // What a schedule shows by itself comes before the runs that it gives cause to.
      one.number != other.number
        ? one.number < other.number : one.part.shard.owns(one.number) && !other.part.shard.owns(one.number)
    }
  }

  /// What the schedules reached, in their order.
  private static func looks(_ parts: [Part], through last: Int?, below limit: Int) -> [CoverageSnapshot] {
    let all = parts.flatMap(\.looks)
    let shared = all.filter { $0.isShared && $0.number < limit && $0.number <= last ?? .max }
    return all.filter { !$0.isShared } + shared.sorted { $0.number < $1.number }
  }

  /// Each distinct finding once, where its number is lowest.
  private static func findings(_ parts: [Part], _ end: End?, below limit: Int) -> [FindingFound] {
    var all: [(number: Int, order: Int, found: FindingFound)] = []
    for part in parts {
      for (number, found) in part.numbered where number < limit {
        if let end, number >= end.number, part.shard != end.part.shard || number > end.number {
          // The runs that the last schedule gave cause to were not made if it ended the exploration itself.
          guard number == end.number, part.shard.owns(number) else { continue }
        }
        all.append((number, all.count, found))
      }
    }
    all.sort { ($0.number, $0.order) < ($1.number, $1.order) }
    var known: Set<String> = []
    return all.map(\.found).filter { known.insert($0.finding.signature).inserted }
  }

  private static func directedRuns(_ first: Part, _ end: End?) -> Int {
    first.part.directed.reduce(0) { sum, directed in
      if let end, directed.number >= end.number,
        directed.number > end.number || end.part.shard != first.shard
      {
        return sum
      }
      return sum + directed.runs
    }
  }

  private static func reason(_ parts: [Part], _ end: End?, hasErrors: Bool) -> StopReason {
    if let end { return end.part.ended.stopped }
    let reasons = parts.map(\.ended.stopped)
    func isCut(_ reason: StopReason) -> Bool {
      switch reason {
      case .interrupted, .time, .abandonedExecutions, .tooLong, .saturated, .assertion: true
      case .completed, .finding, .exhausted: false
      }
    }
    if reasons.contains(.interrupted) { return .interrupted }
    if let cut = reasons.first(where: isCut) { return cut }
    return hasErrors ? .finding : reasons[0] == .finding ? .completed : reasons[0]
  }

  private func outcome(_ parts: [ShardPart]) -> TestEnded.Outcome {
    guard let expectation = parts[0].expectation else {
      // A test says with each finding whether it asks for it.
      let fails = findings.contains { $0.finding.severity == .error && !$0.isExpected }
      return fails ? .failed : ended.isHardlyTried(in: nil) ? .hardlyTried : .passed
    }
    let found = findings.map(\.finding)
    let outcomes = Set(parts.flatMap(\.outcomes)).sorted { $0.lexicographicallyPrecedes($1) }
    let verdict = ScenarioVerdict(expectation, found, outcomes: outcomes, isPartial: false)
    if verdict.passed { return ended.outcome(of: verdict, expectation, in: nil) }
    if found.isEmpty, ended.stopped == .time || ended.stopped == .interrupted {
      return .skipped(reason: TestEnded.cutShort(of: verdict))
    }
    return .unexpected(expected: verdict.expected, actual: verdict.found)
  }
}
