// Licensed under the Apache License, Version 2.0; see LICENSE.
import AsyncDefects
import Foundation
import Testing

// Names are those of the programs: the tests of gcdcheck look for the finding by it.

@Suite struct DefectSuite {
  @Test func stopDuringStart() async throws { try await runs() }
  @Test func cacheOfAnOldVersion() async throws { try await runs() }
  @Test func taskPerMessage() async throws { try await runs() }
  @Test func fastPathOvertakes() async throws { try await runs() }
  @Test func looksBeforeASuspension() async throws { try await runs() }
  @Test func secondBuildEnters() async throws { try await runs() }
  @Test func reportedTwice() async throws { try await runs() }
  @Test func overdrawn() async throws { try await runs() }
  @Test func loadedTwice() async throws { try await runs() }
  @Test func cancelledBeforeItWaits() async throws { try await runs() }
  @Test func cancelledInInitialState() async throws { try await runs() }
  @Test func cancelledBeforeScheduled() async throws { try await runs() }
  @Test func cancelledWhileReading() async throws { try await runs() }
  @Test func cancelledByALaterTask() async throws { try await runs() }
  @Test func cancelledBeforeItsHolder() async throws { try await runs() }
  @Test func cancelledBeforeItRegisters() async throws { try await runs() }
  @Test func cancelledInATransaction() async throws { try await runs() }
  @Test func continuationReplaced() async throws { try await runs() }
  @Test func deadlineAndFailure() async throws { try await runs() }
  @Test func responseAndDisconnect() async throws { try await runs() }
  @Test func exitMissed() async throws { try await runs() }
  @Test func cancelledSourceNeverAnswers() async throws { try await runs() }
  @Test func groupNotCancelled() async throws { try await runs() }
  @Test func pauseNotCancelled() async throws { try await runs() }
  @Test func resultsInOrderOfTheEnd() async throws { try await runs() }
  @Test func permitLost() async throws { try await runs() }
  @Test func heartbeatOutlivesItsSession() async throws { try await runs() }
  @Test func detachedLoopIsNotCancelled() async throws { try await runs() }
  @Test func partsNeedEachOther() async throws { try await runs() }
  @Test func resumeUnderLock() async throws { try await runs() }
  @Test func resumeUnderLockAtATimeLimit() async throws { try await runs() }
  @Test func cancelSyncsOnQueue() async throws { try await runs() }
  @Test func waitInsideLock() async throws { try await runs() }
  @Test func lockAcrossAwait() async throws { try await runs() }
  @Test func lockAcrossAnothersAwait() async throws { try await runs() }
  @Test func locksInTwoOrders() async throws { try await runs() }
  @Test func taskWaitsForTask() async throws { try await runs() }
  @Test func tasksMeet() async throws { try await runs() }
  @Test func taskWaitsForASleeper() async throws { try await runs() }
  @Test func mainWaitsForItsTask() async throws { try await runs() }
  @Test func queueWaitsForATask() async throws { try await runs() }
  @Test func actorBlocksItself() async throws { try await runs() }
  @Test func partsWaitForEachOther() async throws { try await runs() }
  @Test func assemblyWaitsForItsParts() async throws { try await runs() }
  @Test func cacheWaitsForAStuckWorker() async throws { try await runs() }
  @Test func jobsWaitForTheirActor() async throws { try await runs() }
  @Test func workersShareAStream() async throws { try await runs() }
  @Test func linesReadTwice() async throws { try await runs() }
  @Test func lastStreamAwaitedTwice() async throws { try await runs() }
  @Test func countedFromAnOldValue() async throws { try await runs() }
  @Test func paidWithCoinsThatAreGone() async throws { try await runs() }
  @Test func storedInTheWrongOrder() async throws { try await runs() }
  @Test func secondConsumer() async throws { try await runs() }
  @Test func errorDropped() async throws { try await runs() }
  @Test func finishedBeforeTheLast() async throws { try await runs() }
  @Test func pingsAtTheSameTime() async throws { try await runs() }
  @Test func pingAndIdleClose() async throws { try await runs() }
  @Test func timeoutAndAnswer() async throws { try await runs() }

  /// The sound program where the environment asks for it.
  private func runs(_ test: String = #function) async throws {
    let defect = AsyncDefect.named(test.dropLast("()".count).description)
    let isTwin = ProcessInfo.processInfo.environment["DEFECTS_TWINS"] != nil
    try await (isTwin ? defect.twin : defect.body)()
  }
}
