// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport
import GCDVocabulary
import Testing

@testable import gcdcheck

/// How the tool ends after what a run came to.
@Suite struct ExitStatusTests {
  private func total(_ stopped: StopReason, shard: Shard? = nil, fails: Bool = false) -> RunTotal {
    var total = RunTotal()
    total.stopped = stopped
    total.setShard(shard)
    let outcome: TestEnded.Outcome = fails ? .failed : .passed
    total.add(
      TestEnded(test: "t", outcome, schedules: 10, of: 10, distinct: 10, stopped: .completed), [],
      isExpected: false, directedRuns: 0)
    return total
  }

  private func status(
    _ total: RunTotal, signal: Int32? = nil, isKept: Bool = false, hasLostWork: Bool = false,
    hasUnfinished: Bool = false
  ) -> gcdcheck.ExitStatus {
    total.status(
      isStrict: false, signal: signal, isKept: isKept, hasLostWork: hasLostWork, hasUnfinished: hasUnfinished)
  }

  @Test(arguments: [StopReason.time, .interrupted])
  func whatWasCutAndCanContinueIsForALaterRun(_ stopped: StopReason) {
    let signal = stopped == .interrupted ? SIGTERM : nil
    #expect(status(total(stopped), signal: signal, isKept: true) == .cut)
    #expect(status(total(stopped, shard: Shard(1, of: 2)), signal: signal) == .cut)
    #expect(status(total(.completed, shard: Shard(1, of: 2))) == .asExpected)
  }

  @Test func whatNothingContinuesEndsAsBefore() {
    #expect(status(total(.time)) == .asExpected)
    #expect(status(total(.interrupted), signal: SIGTERM) == .interrupted)
  }

  @Test func aFindingCountsForMoreAndSoDoesLostWork() {
    let shard = Shard(1, of: 2)
    #expect(status(total(.time, shard: shard, fails: true)) == .finding)
    #expect(status(total(.interrupted, shard: shard, fails: true), signal: SIGTERM) == .finding)
    #expect(status(total(.interrupted, shard: shard), signal: SIGTERM, hasLostWork: true) == .toolFailed)
  }

  @Test(arguments: [SIGINT, SIGHUP]) func aPersonInterrupts(_ signal: Int32) {
    #expect(status(total(.interrupted, shard: Shard(1, of: 2)), signal: signal, isKept: true) == .interrupted)
  }

  @Test func aSubjectThatNeverEndedIsNotGood() {
    #expect(status(total(.completed), hasUnfinished: true) == .cut)
    #expect(status(total(.time), hasUnfinished: true) == .cut)
    #expect(status(total(.completed, fails: true), hasUnfinished: true) == .finding)
    #expect(status(total(.interrupted), signal: SIGINT, hasUnfinished: true) == .interrupted)
  }

  /// The work was done when the signal came.
  @Test func aFinishedShardIsNotCut() {
    #expect(status(total(.completed, shard: Shard(1, of: 2)), signal: SIGTERM) == .asExpected)
  }
}
