// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport
import GCDSchedule
import GCDVocabulary

/// The event stream of one shard, read and checked.
struct ShardStream {
  /// One test of the stream.
  struct Test {
    var started: TestStarted
    var findings: [FindingFound] = []
    /// Nil where the shard was interrupted before, or the test lost.
    var ended: TestEnded?
    /// The hashes of its schedules, in the order of their numbers.
    var hashes: [UInt64] = []
    var looks: [CoverageSnapshot] = []
  }

  let file: String
  let shard: Shard
  let started: RunStarted
  var ended: RunEnded
  var tests: [Test] = []
  /// Tests that were not begun, with the reason.
  var skipped: [TestEnded] = []
  /// The names of all of them, in the order of the run.
  private(set) var names: [String] = []

  /// - Throws: `CommandError` for a file that is no whole stream of a shard.
  init(file: String) throws {
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
      throw CommandError.usage("\"\(file)\" cannot be read; name the jsonl reports of all shards")
    }
    try self.init(file: file, text: text)
  }

  /// - Parameter file: Is only shown.
  init(file: String, text: String) throws {
    self.file = file
    let events: [ReportEvent]
    do {
      events = EventStream.gathered(try EventStream.decode(text))
    } catch {
      throw CommandError.toolFailed("\(file): \(error)")
    }
    guard case .runStarted(let started)? = events.first, case .runEnded(let ended)? = events.last else {
      throw CommandError.usage("\"\(file)\" is no whole report; write it with --report jsonl=FILE")
    }
    guard let shard = started.shard else {
      throw CommandError.usage("\"\(file)\" is not the report of a shard; run it with --shard I/N")
    }
    self.started = started
    self.ended = ended
    self.shard = shard
    for event in events { try take(event) }
  }

  private mutating func take(_ event: ReportEvent) throws {
    switch event {
    case .testStarted(let started):
      names.append(started.test)
      tests.append(Test(started: started))
    case .finding(let found):
      guard let last = tests.indices.last, tests[last].started.test == found.test, tests[last].ended == nil
      else { throw damaged("a finding of \(found.test) is outside of that test") }
      tests[last].findings.append(found)
    case .testEnded(let ended):
      guard let last = tests.indices.last, tests[last].started.test == ended.test, tests[last].ended == nil
      else {
        names.append(ended.test)
        skipped.append(ended)
        return
      }
      // A test that was lost with its process did not come to its end.
      if case .skipped = ended.outcome, ended.part == nil { return }
      guard let part = ended.part, let hashes = HashList.hashes(part.hashes),
        let looks = CoverageSnapshot.looks(part.looks)
      else {
        throw CommandError.usage("\"\(file)\" lacks what belongs to shard \(shard) of \(ended.test)")
      }
      guard ended.isPossible, part.isPossible(hashes: hashes.count) else {
        throw damaged("the numbers of \(ended.test) cannot be true")
      }
      tests[last].ended = ended
      tests[last].hashes = hashes
      tests[last].looks = looks
    case .runStarted, .runEnded, .scheduleStarted, .step, .scheduleEnded: break
    }
  }

  private func damaged(_ reason: String) -> CommandError {
    CommandError.toolFailed("\"\(file)\" is damaged: \(reason); copy it again, or run shard \(shard) again")
  }
}

/// What figures of a file can be at all: sums and products of such numbers are numbers too.
enum PossibleFigures {
  /// More schedules than any computer runs in a century.
  static let most = 1 << 48
}

extension Int {
  /// A count that can be true.
  var isPossibleCount: Bool { (0...PossibleFigures.most).contains(self) }
}

extension TestEnded {
  /// Whether its counts can be those of a run.
  var isPossible: Bool {
    schedules.isPossibleCount && distinct.isPossibleCount
  }
}

extension ShardPart {
  /// Whether its counts can be those of a shard that ran so many schedules.
  func isPossible(hashes: Int) -> Bool {
    beginning.isPossibleCount && (0...hashes).contains(hashesOfBeginning)
      && findingsOfBeginning.isPossibleCount && (-1...PossibleFigures.most).contains(last)
      && directed.allSatisfy { $0.number.isPossibleCount && $0.runs.isPossibleCount }
  }
}
