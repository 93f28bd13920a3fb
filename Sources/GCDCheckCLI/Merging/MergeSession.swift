// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// One run of `gcdcheck merge`: the event stream of one process, made from those of shards.
struct MergeSession {
  let streams: ShardStreams
  let session: ReportedSession

  /// - Throws: `CommandError` when a report cannot be written.
  func run() throws -> ExitStatus {
    var started = streams.first.started
    started.shard = nil
    session.begin(started)
    var lastStopped = StopReason.completed
    for test in streams.first.tests {
      session.begin(test.started)
      session.update(ProgressCounts(), running: test.started.test)
      guard let merged = MergedTest(streams, test.started.test) else {
        throw CommandError.usage("not every shard came to the end of \(test.started.test); run them again")
      }
      session.end(merged.ended, merged.findings, directedRuns: merged.directedRuns)
      lastStopped = merged.ended.stopped
    }
    for test in streams.first.skipped { session.leaveOut(test) }
    session.add(notes)
    let hasSeveral = started.announcesTests || started.subject == .test
    session.conclude(hasSeveral ? stopped : lastStopped) { ended in
      ended.choicePoints = streams.first.ended.choicePoints
      // The first shard is the one that searches.
      ended.exhausted = streams.first.ended.exhausted
    }
    // Not this process was interrupted but a shard, which can be continued with.
    return try session.finish { session.total.stopped == .interrupted }
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
