// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Adds explorations up to what the end of the event stream says.
public struct RunTotal: Sendable {
  /// What the end of the stream says so far.
  public private(set) var ended = RunEnded(tests: 0, schedules: 0, distinct: 0)

  /// Nothing was explored yet.
  public init() {}

  /// Why the run ended.
  public var stopped: StopReason {
    get { ended.stopped }
    set { ended.stopped = newValue }
  }

  /// Adds one test with its findings.
  ///
  /// - Parameters:
  ///   - directedRuns: Runs next to its schedules that were led to suspected deadlocks.
  ///   - isExpected: The scenario asks for these findings, so they are none to worry about.
  public mutating func add(_ test: TestEnded, _ findings: [Finding], isExpected: Bool, directedRuns: Int) {
    ended.tests += 1
    ended.schedules = ended.schedules.addingSaturated(test.schedules)
    ended.distinct = ended.distinct.addingSaturated(test.distinct)
    ended.coverage = ended.tests == 1 ? test.coverage : nil
    ended.cut = ended.tests == 1 ? test.cut : nil
    if directedRuns > 0 { ended.directedRuns = (ended.directedRuns ?? 0).addingSaturated(directedRuns) }
    if !isExpected {
      ended.errors += findings.count { $0.severity == .error }
      ended.warnings += findings.count { $0.severity == .warning }
    }
    switch test.outcome {
    case .unexpected, .failed: ended.failedTests += 1
    case .passed, .asExpected: break
    case .hardlyTried: ended.hardlyTried = (ended.hardlyTried ?? 0) + 1
    case .skipped: if test.isHardlyTried(in: ended.shard) { ended.hardlyTried = (ended.hardlyTried ?? 0) + 1 }
    }
  }

  /// Adds a test that was left out; it is counted where the run was cut before it.
  public mutating func add(leftOut test: TestEnded) {
    if test.stopped.isCut { ended.notBegun = (ended.notBegun ?? 0) + 1 }
  }

  /// Adds what is not there yet.
  public mutating func add(_ notes: [SummaryNote]) {
    for note in notes where note.corpus != nil || !ended.notes.contains(note) {
      if case .disturbedByOthers(let tests) = note,
        let index = ended.notes.firstIndex(where: \.isDisturbance),
        case .disturbedByOthers(let before) = ended.notes[index]
      {
        ended.notes[index] = .disturbedByOthers(tests: before + tests.filter { !before.contains($0) })
      } else if case .corpus(let figures) = note,
        let index = ended.notes.firstIndex(where: { $0.corpus != nil }), var sum = ended.notes[index].corpus
      {
        sum.add(figures)
        ended.notes[index] = .corpus(sum)
      } else {
        ended.notes.append(note)
      }
    }
  }

  /// Says which part of the schedules was run.
  public mutating func setShard(_ shard: Shard?) { ended.shard = shard }
}

extension SummaryNote {
  fileprivate var corpus: CorpusFigures? {
    if case .corpus(let figures) = self { figures } else { nil }
  }

  fileprivate var isDisturbance: Bool {
    if case .disturbedByOthers = self { true } else { false }
  }
}
