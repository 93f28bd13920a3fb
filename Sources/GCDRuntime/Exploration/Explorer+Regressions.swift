// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDModel
import GCDReport
import GCDSchedule
import GCDVocabulary

/// Runs what failed before, ahead of the exploration.
///
/// A recorded schedule is tried in three manners, each only where the one before it no longer fits: choice by
/// choice; by the orders between tasks that it represents; by a bounded search near them. None of these runs
/// counts as a schedule of the exploration or moves its numbers.
extension Explorer {
  /// True when exploring is to stop.
  mutating func replaySaved(_ file: RegressionFile) -> Bool {
    for (number, line) in file.read() where options.onlySaved == nil || options.onlySaved == number {
      let place = RegressionOrigin(file: file.shown, number: number, manner: .exact)
      switch line {
      case .unreadable(let reason):
        exploration.notes.append(.savedScheduleUnreadable(entry: place.entry, reason: reason))
      case .schedule(let saved) where saved.test == file.test:
        guard let token = try? ScheduleToken(parsing: saved.token) else {
          exploration.notes.append(.savedScheduleUnreadable(entry: place.entry, reason: "it is damaged"))
          continue
        }
        origin = place
        defer { origin = nil }
        if replay(saved, token) { return true }
      case .schedule: continue
      }
      if tooManyAbandonedExecutions() { return true }
    }
    return false
  }

  mutating func replay(_ saved: SavedSchedule, _ token: ScheduleToken) -> Bool {
    isStillFound = false
    var stops = false
    let isExact = replayExactly(saved, token, &stops)
    if !isExact, !isStillFound {
      let deviations = saved.order.map(\.deviation)
      let mapped = replayOrders(saved, token, deviations, &stops)
      if !isStillFound, mapped != deviations { _ = replayOrders(saved, token, mapped, &stops) }
      if !isStillFound { search(token, mapped, &stops) }
    }
    if !isStillFound, let origin {
      exploration.notes.append(.noLongerFound(origin, finding: "\(saved.code) (\(saved.message))"))
    }
    return stops
  }

  /// False where the program no longer takes the recorded trace.
  private mutating func replayExactly(
    _ saved: SavedSchedule, _ token: ScheduleToken, _ stops: inout Bool
  ) -> Bool {
    let request = savedRequest(.replayed(token, fairAfter: nil), token)
    let result = execute(request)
    let divergence = executor.divergence
    let isExact = divergence == nil && result.traceHash == saved.trace
    if isExact {
      stops = judge(request, result)
    } else if options.onlySaved != nil {
      exploration.divergence =
        divergence ?? ReplayDifference.otherTrace(expected: saved.steps, steps: result.steps).clause
    }
    close()
    return isExact
  }

  /// Returns the deviations by the names that tasks have now.
  private mutating func replayOrders(
    _ saved: SavedSchedule, _ token: ScheduleToken, _ deviations: [StableDeviation], _ stops: inout Bool
  ) -> [StableDeviation] {
    origin?.manner = .orders
    var request = savedRequest(.taking(deviations, of: token), token)
    request.orders = saved.order
    let result = execute(request)
    let matched = executor.matched
    let made = Set(matched.made)
    if options.onlySaved != nil, let index = deviations.firstIndex(where: { !made.contains($0) }) {
      exploration.divergence =
        ReplayDifference.orderNotMet(saved.order[index].words, steps: result.steps).clause
    }
    stops = judge(request, result)
    close()
    return matched.mapped
  }

  private mutating func search(_ token: ScheduleToken, _ deviations: [StableDeviation], _ stops: inout Bool) {
    origin?.manner = .search
    let most = min(options.searchLimit, traits.searchLimit)
    for number in 0..<most {
      // The first half keeps the orders and moves their places; the second tries any order.
      let keepsOrders = number < most / 2
      if keepsOrders, deviations.isEmpty { continue }
      let request = savedRequest(
        keepsOrders
          ? .taking(StableDeviation.moved(deviations, attempt: number), of: token)
          : .sampled(number, of: token), token)
      let result = execute(request)
      stops = judge(request, result)
      close()
      if isStillFound || isAbandoned || tooManyAbandonedExecutions() { return }
      if let progress, !progress(madeProgress) {
        exploration.stopped = .interrupted
        stops = true
        return
      }
    }
  }

  private mutating func savedRequest(
    _ schedule: ExecutionRequest.Schedule, _ token: ScheduleToken
  ) -> ExecutionRequest {
    savedRuns += 1
    var request = ExecutionRequest(schedule, width: token.poolWidth)
    request.showsOutput = options.showOutput == .all
    return request
  }

  /// Looks at the open execution, as at any other.
  private mutating func judge(_ request: ExecutionRequest, _ result: ExecutionResult) -> Bool {
    guard let fingerprint = result.fingerprint else { return false }
    let isKnown = seenFailures.contains(fingerprint)
    let before = (exploration.errors.count, silencedFindings)
    let stops = inspect(savedRuns - 1, request, result)
    isStillFound = isKnown || before != (exploration.errors.count, silencedFindings)
    return stops
  }

  // MARK: What is kept

  var keepsErrors: Bool { options.regressions != nil || options.keepsErrors }

  /// Notes an error whose schedule shows it again.
  mutating func keep(_ finding: Finding) {
    guard keepsErrors, let lastRun, finding.severity == .error,
      options.keepsErrors || origin?.manner != .exact, finding.kind.code != .notDeterministic,
      !finding.schedule.isEmpty
    else { return }
    exploration.saved.append(
      SavedSchedule(finding, test: options.regressions?.test ?? options.testID, of: lastRun))
  }
}
#endif
