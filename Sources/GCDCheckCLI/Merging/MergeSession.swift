// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// One run of `gcdcheck merge`: the event stream of one process, made from those of shards.
struct MergeSession {
  let streams: ShardStreams
  var reports: ReportSinks
  private var total = RunTotal()

  init(streams: ShardStreams, reports: ReportSinks) {
    self.streams = streams
    self.reports = reports
  }

  /// - Throws: `CommandError` when a report cannot be written.
  mutating func run() throws -> ExitStatus {
    var started = streams.first.started
    started.shard = nil
    reports.receive(.runStarted(started))
    var counts = ProgressCounts()
    counts.scenariosInAll = streams.first.tests.count
    var lastStopped = StopReason.completed
    for (index, test) in streams.first.tests.enumerated() {
      reports.receive(.testStarted(test.started))
      reports.update(counts, running: test.started.test)
      guard let merged = MergedTest(streams, index) else {
        throw CommandError.usage("not every shard came to the end of \(test.started.test); run them again")
      }
      for found in merged.findings { reports.receive(.finding(found)) }
      reports.receive(.testEnded(merged.ended))
      lastStopped = merged.ended.stopped
      total.add(
        merged.ended, merged.findings.filter { !$0.isExpected }.map(\.finding), isExpected: false,
        directedRuns: merged.directedRuns)
      counts.scenarios += 1
      counts.schedules += merged.ended.schedules
      counts.distinct += merged.ended.distinct
      counts.findings += merged.findings.count
    }
    for test in streams.first.skipped {
      reports.receive(.testEnded(test))
      total.add(leftOut: test)
    }
    total.add(notes)
    total.stopped = started.announcesTests || started.subject == .test ? stopped : lastStopped
    var ended = total.ended
    ended.choicePoints = streams.first.ended.choicePoints
    // The first shard is the one that searches.
    ended.exhausted = streams.first.ended.exhausted
    reports.receive(.runEnded(ended))
    try reports.finish()
    return total.stopped == .interrupted ? .interrupted : total.status(isStrict: started.strict == true)
  }

  private var stopped: StopReason {
    let reasons = streams.all.map(\.ended.stopped)
    if let cut = reasons.first(where: { $0 == .interrupted }) ?? reasons.first(where: { $0 == .time }) {
      return cut
    }
    return .completed
  }

  /// An allowance that matched anywhere was of use; findings that several shards silenced count once.
  private var notes: [SummaryNote] {
    let all = streams.all.map(\.ended.notes)
    var notes: [SummaryNote] = []
    var silenced = 0
    for note in all.flatMap({ $0 }) {
      switch note {
      case .unusedAllowance: if all.allSatisfy({ $0.contains(note) }) { notes.append(note) }
      case .silenced(let count): silenced = max(silenced, count)
      default: notes.append(note)
      }
    }
    return silenced > 0 ? notes + [.silenced(count: silenced)] : notes
  }
}
