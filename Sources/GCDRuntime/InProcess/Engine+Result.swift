// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDModel
import GCDReport
import GCDSchedule

extension Engine {
  /// What came of the run that has just ended.
  ///
  /// - Parameter skew: that of the exploration, in nanoseconds.
  func result(_ body: BodyOutcome, skew: UInt64) -> ExecutionResult {
    let end = pointee.run.end
    let scheduler = pointee.exploration.scheduler
    var result = ExecutionResult(
      end: ExecutionEnd(Self.kind(of: end), Int(end.rawValue)), steps: pointee.trace.count,
      choicePoints: scheduler.choicePoints, traceHash: pointee.trace.hash)
    if end == .stepLimit { result.choicesAtHalf = pointee.progress.choiceMarks.choicesAtHalf }
    let fingerprint = FailureFingerprint(self, body)
    if !fingerprint.isEmpty {
      result.fingerprint = fingerprint.fingerprint
      result.signature = fingerprint.signature
    }
    result.demand = pointee.world.demand
    result.traits = traits(end, skew)
    return result
  }

  private func traits(_ end: RunEnd, _ skew: UInt64) -> ExecutionResult.Traits {
    typealias Traits = ExecutionResult.Traits
    // A thread that is not controlled may take part at any time.
    let sawOutsideEvent =
      pointee.descriptors.sawOutsideEvent || !pointee.notes.uncontrolledThreads.isEmpty
    let hasForeignCalls = !foreignCalls.isEmpty
    var bits = 0
    if sawOutsideEvent { bits |= Traits.sawOutsideEvent.rawValue }
    if hasForeignCalls { bits |= Traits.isOnce.rawValue }
    if !sawOutsideEvent, !pointee.exploration.scheduler.hasDrawn, end != .stepLimit, end != .outOfThreads,
      !hasForeignCalls
    {
      bits |= Traits.isReproducibleBySchedule.rawValue
    }
    if skew > 0, pointee.world.mightHaveBeenOvertaken(by: skew) {
      bits |= Traits.mayDifferByTime.rawValue
    }
    if pointee.run.releases > 0, pointee.exploration.scheduler.drawsPauses {
      bits |= Traits.mayPause.rawValue
    }
    if pointee.run.hasUnseenLocks { bits |= Traits.hasUnseenLocks.rawValue }
    if pointee.world.itemsWaitingForPool > 0 { bits |= Traits.isStarved.rawValue }
    if pointee.world.cooperativePoolIsExhausted { bits |= Traits.hasStarvedSwiftTasks.rawValue }
    if end == .stepLimit, pointee.progress.isProgressing { bits |= Traits.isProgressing.rawValue }
    if pointee.exploration.scheduler.wasDirectionMet { bits |= Traits.wasDirectionMet.rawValue }
    if end == .finished, hasChangedExternalObjects {
      bits |= Traits.changedExternalObjects.rawValue
    }
    return Traits(rawValue: bits)
  }

  private static func kind(of end: RunEnd) -> ExecutionEnd.Kind {
    switch end {
    case .finished: .finished
    case .stepLimit: .stepLimit
    case .cut: .cut
    case .running, .quiescent, .ownerCycle, .misuse, .resumedTwice, .secondConsumer, .refused, .outOfThreads:
      .dead
    }
  }
}

extension WorldConfiguration {
  /// `skew` is that of the exploration, in nanoseconds; the plan says whether it holds.
  init(_ plan: ExecutionPlan, skew: UInt64, width: Int) {
    self.init(poolWidth: width, skew: plan.allowsSkew ? skew : 0)
  }
}

extension ExecutionRequest.Schedule {
  /// It is the schedule itself whose order a search for a smaller one begins with.
  var isRecording: Bool {
    if case .shrunk(.recording, _) = self { true } else { false }
  }
}

extension SavedExecution {
  /// Of the run that has just ended by a token.
  ///
  /// - Parameter root: the package's folder.
  init(_ engine: Engine, relativeTo root: String) {
    let names = TaskNames(engine)
    self.init(
      steps: engine.pointee.trace.count, trace: engine.pointee.trace.hash,
      order: engine.pointee.exploration.scheduler.deviations.map { names.order($0, relativeTo: root) })
  }
}

extension MatchedDeviations {
  /// Of the run that has just ended.
  init(_ engine: Engine, _ orders: [SavedDeviation]) {
    self.init()
    let names = TaskNames(engine)
    made = engine.pointee.exploration.scheduler.deviations
    mapped = orders.map(names.deviation)
  }
}
#endif
