// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// Several streams of one shard: a part that was cut, what resumed it or began it anew, and copies of these.
///
/// All of them ran the same schedules in the same order, so of each test the stream that came furthest has
/// what the others have. Nothing is added up, but findings: a schedule that was cut may have shown one.
extension ShardStream {
  /// - Parameter parts: at least one, of the same tests with the same options.
  init(joining parts: [ShardStream]) {
    let furthest = parts.max { $0.progress < $1.progress }
    guard let furthest else { preconditionFailure("a shard without a stream has been refused") }
    self = furthest
    if parts.count == 1 { return }
    tests = names.compactMap { name in
      Test(joining: parts.compactMap { part in part.tests.first { $0.started.test == name } })
    }
    skipped.removeAll { test in tests.contains { $0.started.test == test.test } }
    if skipped.isEmpty, !tests.contains(where: \.isCut), ended.stopped.isCut { ended.stopped = .completed }
  }

  /// Greater for a stream that came further.
  private var progress: (ended: Int, schedules: Int) {
    (tests.count { !$0.isCut }, tests.reduce(0) { $0 + ($1.ended?.schedules ?? 0) })
  }
}

extension ShardStream.Test {
  /// Nil where there is none.
  fileprivate init?(joining parts: [ShardStream.Test]) {
    guard let furthest = parts.max(by: { $0.progress < $1.progress }) else { return nil }
    self = furthest
    var known = Set(findings.map(\.finding.signature))
    findings += parts.flatMap(\.findings).filter { known.insert($0.finding.signature).inserted }
  }

  /// Time or the user ended it, or the process.
  fileprivate var isCut: Bool { ended.map { $0.stopped == .time || $0.stopped == .interrupted } ?? true }

  /// Greater for a test that came further; one that nothing cut is at its end.
  fileprivate var progress: (isWhole: Int, last: Int, schedules: Int) {
    (isCut ? 0 : 1, ended?.part?.last ?? -1, hashes.count)
  }
}
