// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDSchedule
import GCDVocabulary

/// The part of the schedules that is explored here, and what the parts need of one another's.
///
/// Every shard runs the first schedule, since the others follow from how long it is; only the first shard
/// counts and judges it. What belongs to no single schedule is the first shard's: lines of regression files,
/// searches through all orders with the schedules next to which they are made, and runs that are led to
/// deadlocks, for which it looks at schedules of other shards.
extension Explorer {
  /// Does what is to be done for a schedule of another shard, and returns whether exploring continues; nil
  /// for one of this shard.
  mutating func pass(_ number: Int) -> Bool? {
    if let passed = passByCorpus(number) { return passed }
    if number == beginning { endBeginning() }
    exploration.recordedTrace.last = number
    guard let shard = options.shard, !options.owns(number) else { return nil }
    if number == 0 { return measure() }
    guard shard.isFirst, looksForPatterns(number) else { return true }
    let result = executor.execute(numbered.request(number))
    if result.end.isCut {
      exploration.stopped = reasonOfCut
      return false
    }
    let patterns = result.end.isFinished ? executor.patterns : []
    close()
    return !follow(patterns, from: number) && !tooManyAbandonedExecutions()
  }

  /// From here on the shards share.
  private mutating func endBeginning() {
    exploration.recordedTrace.beginning.hashes = exploration.recordedTrace.hashes.count
    exploration.recordedTrace.beginning.findings = exploration.findings.count
  }

  /// Says how far the exploration has come, when it is over.
  mutating func endCourse() {
    if exploration.recordedTrace.last < beginning { endBeginning() }
    exploration.recordedTrace.isEndedByFinding = hasEndedByFinding
  }

  /// Whether a finding is the reason why no further schedule ran.
  private var hasEndedByFinding: Bool {
    switch exploration.stopped {
    case .finding: !options.keepGoing || exploration.schedulesRun < options.ownSchedules
    case .tooLong: true
    default: false
    }
  }

  /// Runs the first schedule for its length alone; false when there is nothing else to run here.
  mutating func measure() -> Bool {
    var request = numbered.request(0)
    request.showsOutput = options.showOutput == .all
    let result = executor.execute(request)
    if result.end.isCut {
      exploration.stopped = reasonOfCut
      return false
    }
    learn(executor.profile)
    if !traits.sharesProcess { exploration.choicePoints = result.choicePoints }
    close()
    if case .exhaustive = options.strategy { return false }
    if profile.choicePoints == 0, !result.has(.mayDifferByTime), !result.has(.mayPause) {
      exploration.stopped = .exhausted
      return false
    }
    return true
  }
}
#endif
