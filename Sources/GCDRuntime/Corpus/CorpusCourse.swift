// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDSchedule

/// What an exploration knows of its corpus, and leaves to it.
struct CorpusCourse {
  private(set) var yield = CorpusYield()
  /// Covered by the corpus or by this exploration.
  private var orders: Set<UInt64> = []
  private var conflictPairs: Set<UInt64> = []
  private var explored = ScheduleNumbers()
  private let hasPlan: Bool
  /// The schedules of the corpus are being run.
  var isReplaying = false
  /// What is reported comes from a schedule that is kept.
  var isInspecting = false

  /// Bytes of a token that is kept.
  private static let longestToken = 8_192

  init(_ plan: CorpusPlan?) {
    hasPlan = plan != nil
    orders = plan?.orders ?? []
    conflictPairs = plan?.conflictPairs ?? []
  }

  /// Notes that a schedule has been run and judged.
  mutating func note(explored number: Int) {
    if hasPlan { explored.insert(number) }
  }

  /// What was explored is to be explored again.
  mutating func beUnsure() { yield.isUnsure = true }

  /// Asks for a schedule of the corpus.
  static func request(_ token: ScheduleToken, _ options: ExplorationOptions) -> ExecutionRequest {
    var request = ExecutionRequest.replaying(token, [.sample, .token])
    request.mayBeCut = true
    request.showsOutput = options.showOutput == .all
    return request
  }

  /// Compares the open execution with what is kept of its schedule, and keeps what it reached.
  ///
  /// - Parameter count: of the schedules that were run with this one.
  mutating func compare(
    _ replay: CorpusPlan.Replay, _ result: ExecutionResult, _ executor: any Executor, count: Int
  ) {
    yield.replayed = count
    if replay.isFailing, result.fingerprint == nil { yield.isChanged = true }
    let sample = executor.sample
    if let order = replay.order, executor.divergence != nil || sample?.order != order {
      yield.isChanged = true
    }
    if let sample { keep(sample, of: executor) }
  }

  /// Keeps the open execution if it reached what was not covered.
  mutating func keep(_ sample: CoverageSample, of executor: any Executor) {
    if !hasPlan { return }
    let isNew = orders.insert(sample.order).inserted
    let pairs = sample.conflictPairs.filter { conflictPairs.insert($0).inserted }
    guard isNew || !pairs.isEmpty, let token = CorpusCourse.token(of: executor) else { return }
    yield.reached.append(
      CorpusYield.Reached(token: token, order: isNew ? sample.order : nil, conflictPairs: pairs))
  }

  /// Keeps the open execution, which went wrong as none before.
  mutating func keep(failure fingerprint: UInt64, _ result: ExecutionResult, of executor: any Executor) {
    if !hasPlan { return }
    if !result.has(.isOnce), !result.has(.sawOutsideEvent), let token = CorpusCourse.token(of: executor) {
      yield.failures.append(CorpusYield.Failure(token: token, fingerprint: fingerprint))
    } else {
      yield.isUnsure = true
    }
  }

  private static func token(of executor: any Executor) -> String? {
    let token = executor.token?.description
    return token.flatMap { $0.utf8.count <= longestToken ? $0 : nil }
  }

  /// What is left to the corpus; nil where there is none.
  ///
  /// - Parameter isPartial: not everything was looked into that schedules showed.
  func end(isPartial: Bool) -> CorpusYield? {
    if !hasPlan { return nil }
    var yield = yield
    yield.explored = explored.text
    yield.isUnsure = yield.isUnsure || isPartial
    return yield
  }
}
#endif
