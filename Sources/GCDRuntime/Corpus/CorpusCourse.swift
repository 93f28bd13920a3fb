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
  mutating func note(explored number: Int, _ result: ExecutionResult) {
    if !hasPlan { return }
    explored.insert(number)
    yield.checks[number] = result.traceHash
    if yield.checks.count > CorpusYield.mostChecks { yield.checks = CorpusYield.kept(yield.checks) }
  }

  /// What was explored is to be explored again.
  mutating func beUnsure() { yield.isUnsure = true }

  /// A schedule that is run ahead of the others.
  struct Run {
    var request: ExecutionRequest
    /// From 0, as reports count it.
    var number: Int
    /// Of its trace, where it is known by its number; nil = it is one by its token.
    var trace: UInt64?
    var isFailing = false
  }

  /// Those of a plan, in order.
  static func runs(of plan: CorpusPlan, _ options: ExplorationOptions) -> [Run] {
    func request(_ schedule: ExecutionRequest.Schedule, width: Int) -> ExecutionRequest {
      var request = ExecutionRequest(schedule, width: width, [.sample, .token])
      request.mayBeCut = true
      request.showsOutput = options.showOutput == .all
      return request
    }
    let checks = plan.checks.sorted { $0.key < $1.key }.map { number, trace in
      Run(
        request: request(.numbered(number), width: options.poolLimit.rawValue), number: number, trace: trace)
    }
    let replays = plan.replays.enumerated().compactMap { index, replay -> Run? in
      guard let token = try? ScheduleToken(parsing: replay.token) else { return nil }
      return Run(
        request: request(.replayed(token, fairAfter: nil), width: token.poolWidth), number: index + 1,
        isFailing: replay.isFailing)
    }
    return checks + replays
  }

  /// Compares the open execution with what is kept of its schedule, and keeps what it reached.
  ///
  /// - Returns: Its conflict pairs: those that one run has met need not be reported for the next ones.
  mutating func compare(_ run: Run, _ result: ExecutionResult, _ executor: any Executor) -> [UInt64] {
    if let trace = run.trace {
      yield.checked += 1
      if result.traceHash != trace { yield.isChanged = true }
    } else {
      yield.replayed += 1
      if run.isFailing, result.fingerprint == nil { yield.isChanged = true }
    }
    guard let sample = executor.sample else { return [] }
    keep(sample, of: executor)
    return sample.conflictPairs
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
