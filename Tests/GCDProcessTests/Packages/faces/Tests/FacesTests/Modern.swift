// Licensed under the Apache License, Version 2.0; see LICENSE.
import FacePrograms
import Testing

// As in Classic.swift.

@Suite struct BlockingSuite {
  @Test func ownQueue() { blocks() }
  @Test func ownQueueTwin() { blocks() }
  @Test func ownTarget() { blocks() }
  @Test func ownTargetTwin() { blocks() }
  @Test func ownBarrier() { blocks() }
  @Test func ownBarrierTwin() { blocks() }
  @Test func twoQueues() { blocks() }
  @Test func twoQueuesTwin() { blocks() }
  @Test func twoLocks() { blocks() }
  @Test func twoLocksTwin() { blocks() }
  @Test func lockAndQueue() { blocks() }
  @Test func lockAndQueueTwin() { blocks() }
  @Test func lockTwice() { blocks() }
  @Test func lockTwiceTwin() { blocks() }
  @Test func iterationsOnOwnQueue() { blocks() }
  @Test func iterationsOnOwnQueueTwin() { blocks() }
  @Test func leftSuspended() { blocks() }
  @Test func leftSuspendedTwin() { blocks() }
  @Test func neverActivated() { blocks() }
  @Test func neverActivatedTwin() { blocks() }
  @Test func resumedTwice() { blocks() }
  @Test func resumedTwiceTwin() { blocks() }
  @Test func wrongQueue() { blocks() }
  @Test func wrongQueueTwin() { blocks() }
  @Test func writtenBehindTheSignal() { blocks() }
  @Test func writtenBehindTheSignalTwin() { blocks() }
  @Test func writtenBehindTheLeave() { blocks() }
  @Test func writtenBehindTheLeaveTwin() { blocks() }
  @Test func writtenBehindTheBlock() { blocks() }
  @Test func writtenBehindTheBlockTwin() { blocks() }
  @Test func writtenBehindTheOperation() { blocks() }
  @Test func writtenBehindTheOperationTwin() { blocks() }
  @Test func writtenBehindTheThread() { blocks() }
  @Test func writtenBehindTheThreadTwin() { blocks() }
  @Test func waitsForAGroupWithItsLock() { blocks() }
  @Test func waitsForAGroupWithItsLockTwin() { blocks() }
  @Test func waitsInABarrier() { blocks() }
  @Test func waitsInABarrierTwin() { blocks() }
  @Test func callsBackWithItsLock() { blocks() }
  @Test func callsBackWithItsLockTwin() { blocks() }
  @Test func wakesOneOfTwo() { blocks() }
  @Test func wakesOneOfTwoTwin() { blocks() }
  @Test func mutexesInTwoOrders() { blocks() }
  @Test func mutexesInTwoOrdersTwin() { blocks() }
  @Test func waitsWithItsMutex() { blocks() }
  @Test func waitsWithItsMutexTwin() { blocks() }
  @Test func suspendedTwice() { blocks() }
  @Test func suspendedTwiceTwin() { blocks() }
  @Test func keepsItWhereAnotherRunsOut() { blocks() }
  @Test func keepsItWhereAnotherRunsOutTwin() { blocks() }
  @Test func entersBesideItsBlocks() { blocks() }
  @Test func entersBesideItsBlocksTwin() { blocks() }
  @Test func lostSignal() { blocks() }
  @Test func lostSignalTwin() { blocks() }
  @Test func oneSignalForTwo() { blocks() }
  @Test func oneSignalForTwoTwin() { blocks() }
  @Test func signalOnSuccess() { blocks() }
  @Test func signalOnSuccessTwin() { blocks() }
  @Test func slotNeverGivenBack() { blocks() }
  @Test func slotNeverGivenBackTwin() { blocks() }
  @Test func lostLeave() { blocks() }
  @Test func lostLeaveTwin() { blocks() }
  @Test func enteredTwice() { blocks() }
  @Test func enteredTwiceTwin() { blocks() }
  @Test func leaveOnSuccess() { blocks() }
  @Test func leaveOnSuccessTwin() { blocks() }
  @Test func leftTwice() { blocks() }
  @Test func leftTwiceTwin() { blocks() }
  @Test func freedBelowItsValue() { blocks() }
  @Test func freedBelowItsValueTwin() { blocks() }
  @Test func conditionWithoutSignal() { blocks() }
  @Test func conditionWithoutSignalTwin() { blocks() }
  @Test func signalBeforeTheWait() { blocks() }
  @Test func signalBeforeTheWaitTwin() { blocks() }
  @Test func itemNeverRun() { blocks() }
  @Test func itemNeverRunTwin() { blocks() }
  @Test func waitsWithALock() { blocks() }
  @Test func waitsWithALockTwin() { blocks() }
  @Test func lockOfAnEndedBlock() { blocks() }
  @Test func lockOfAnEndedBlockTwin() { blocks() }
  @Test func waitsWithoutLooking() { blocks() }
  @Test func waitsWithoutLookingTwin() { blocks() }
  @Test func notifyBehindAnEnter() { blocks() }
  @Test func notifyBehindAnEnterTwin() { blocks() }
  @Test func onePermitForThree() { blocks() }
  @Test func onePermitForThreeTwin() { blocks() }
  @Test func timerWithoutActivation() { blocks() }
  @Test func timerWithoutActivationTwin() { blocks() }
  @Test func jobWithoutASignal() { blocks() }
  @Test func jobWithoutASignalTwin() { blocks() }
  @Test func functionKeepsTheLock() { blocks() }
  @Test func functionKeepsTheLockTwin() { blocks() }
  @Test func unlockedOnceTooOften() { blocks() }
  @Test func unlockedOnceTooOftenTwin() { blocks() }
  @Test func signalsTheWrongSemaphore() { blocks() }
  @Test func signalsTheWrongSemaphoreTwin() { blocks() }
  @Test func takesThePermitTwice() { blocks() }
  @Test func takesThePermitTwiceTwin() { blocks() }
  @Test func waitsOutsideTheCycle() { blocks() }
  @Test func waitsOutsideTheCycleTwin() { blocks() }
  @Test func polledSemaphore() { blocks() }
  @Test func polledSemaphoreTwin() { blocks() }
  @Test func polledGroup() { blocks() }
  @Test func polledGroupTwin() { blocks() }

  private func blocks(_ test: String = #function) {
    FaceProgram.named(test.dropLast("()".count).description).runBlocking()
  }
}

@Suite struct AsyncSuite {
  @Test func ownQueue() async { await suspends() }
  @Test func ownQueueTwin() async { await suspends() }
  @Test func ownTarget() async { await suspends() }
  @Test func ownTargetTwin() async { await suspends() }
  @Test func ownBarrier() async { await suspends() }
  @Test func ownBarrierTwin() async { await suspends() }
  @Test func twoQueues() async { await suspends() }
  @Test func twoQueuesTwin() async { await suspends() }
  @Test func twoLocks() async { await suspends() }
  @Test func twoLocksTwin() async { await suspends() }
  @Test func lockAndQueue() async { await suspends() }
  @Test func lockAndQueueTwin() async { await suspends() }
  @Test func lockTwice() async { await suspends() }
  @Test func lockTwiceTwin() async { await suspends() }
  @Test func iterationsOnOwnQueue() async { await suspends() }
  @Test func iterationsOnOwnQueueTwin() async { await suspends() }
  @Test func leftSuspended() async { await suspends() }
  @Test func leftSuspendedTwin() async { await suspends() }
  @Test func neverActivated() async { await suspends() }
  @Test func neverActivatedTwin() async { await suspends() }
  @Test func resumedTwice() async { await suspends() }
  @Test func resumedTwiceTwin() async { await suspends() }
  @Test func wrongQueue() async { await suspends() }
  @Test func wrongQueueTwin() async { await suspends() }
  @Test func writtenBehindTheSignal() async { await suspends() }
  @Test func writtenBehindTheSignalTwin() async { await suspends() }
  @Test func writtenBehindTheLeave() async { await suspends() }
  @Test func writtenBehindTheLeaveTwin() async { await suspends() }
  @Test func writtenBehindTheBlock() async { await suspends() }
  @Test func writtenBehindTheBlockTwin() async { await suspends() }
  @Test func writtenBehindTheOperation() async { await suspends() }
  @Test func writtenBehindTheOperationTwin() async { await suspends() }
  @Test func writtenBehindTheThread() async { await suspends() }
  @Test func writtenBehindTheThreadTwin() async { await suspends() }
  @Test func writtenBehindTheTask() async { await suspends() }
  @Test func writtenBehindTheTaskTwin() async { await suspends() }
  @Test func lostSignal() async { await suspends() }
  @Test func lostSignalTwin() async { await suspends() }
  @Test func oneSignalForTwo() async { await suspends() }
  @Test func oneSignalForTwoTwin() async { await suspends() }
  @Test func signalOnSuccess() async { await suspends() }
  @Test func signalOnSuccessTwin() async { await suspends() }
  @Test func slotNeverGivenBack() async { await suspends() }
  @Test func slotNeverGivenBackTwin() async { await suspends() }
  @Test func lostLeave() async { await suspends() }
  @Test func lostLeaveTwin() async { await suspends() }
  @Test func enteredTwice() async { await suspends() }
  @Test func enteredTwiceTwin() async { await suspends() }
  @Test func leaveOnSuccess() async { await suspends() }
  @Test func leaveOnSuccessTwin() async { await suspends() }
  @Test func leftTwice() async { await suspends() }
  @Test func leftTwiceTwin() async { await suspends() }
  @Test func freedBelowItsValue() async { await suspends() }
  @Test func freedBelowItsValueTwin() async { await suspends() }
  @Test func conditionWithoutSignal() async { await suspends() }
  @Test func conditionWithoutSignalTwin() async { await suspends() }
  @Test func signalBeforeTheWait() async { await suspends() }
  @Test func signalBeforeTheWaitTwin() async { await suspends() }
  @Test func itemNeverRun() async { await suspends() }
  @Test func itemNeverRunTwin() async { await suspends() }
  @Test func neverResumed() async { await suspends() }
  @Test func neverResumedTwin() async { await suspends() }
  @Test func neverResumedInATask() async { await suspends() }
  @Test func neverResumedInATaskTwin() async { await suspends() }
  @Test func resumedOnSuccess() async { await suspends() }
  @Test func resumedOnSuccessTwin() async { await suspends() }
  @Test func throwingNeverResumed() async { await suspends() }
  @Test func throwingNeverResumedTwin() async { await suspends() }
  @Test func secondRequestTakesTheHandler() async { await suspends() }
  @Test func secondRequestTakesTheHandlerTwin() async { await suspends() }
  @Test func cancelledAndNeverResumed() async { await suspends() }
  @Test func cancelledAndNeverResumedTwin() async { await suspends() }
  @Test func itemCancelledThatWouldResume() async { await suspends() }
  @Test func itemCancelledThatWouldResumeTwin() async { await suspends() }
  @Test func suspendedQueueThatWouldResume() async { await suspends() }
  @Test func suspendedQueueThatWouldResumeTwin() async { await suspends() }
  @Test func groupBehindAContinuation() async { await suspends() }
  @Test func groupBehindAContinuationTwin() async { await suspends() }
  @Test func semaphoreBehindAContinuation() async { await suspends() }
  @Test func semaphoreBehindAContinuationTwin() async { await suspends() }
  @Test func streamNeverFinished() async { await suspends() }
  @Test func streamNeverFinishedTwin() async { await suspends() }
  @Test func oneElementForTwo() async { await suspends() }
  @Test func oneElementForTwoTwin() async { await suspends() }
  @Test func childOfAGroup() async { await suspends() }
  @Test func childOfAGroupTwin() async { await suspends() }
  @Test func asyncLetNeverEnds() async { await suspends() }
  @Test func asyncLetNeverEndsTwin() async { await suspends() }
  @Test func mailboxThatStaysEmpty() async { await suspends() }
  @Test func mailboxThatStaysEmptyTwin() async { await suspends() }
  @Test func tasksThatAwaitEachOther() async { await suspends() }
  @Test func tasksThatAwaitEachOtherTwin() async { await suspends() }
  @Test func semaphoreInATask() async { await suspends() }
  @Test func semaphoreInATaskTwin() async { await suspends() }
  @Test func groupInATask() async { await suspends() }
  @Test func groupInATaskTwin() async { await suspends() }
  @Test func queuesBehindTasks() async { await suspends() }
  @Test func queuesBehindTasksTwin() async { await suspends() }
  @Test func taskThatBlocksForATask() async { await suspends() }
  @Test func taskThatBlocksForATaskTwin() async { await suspends() }
  @Test func yieldsForEver() async { await suspends() }
  @Test func yieldsForEverTwin() async { await suspends() }
  @Test func waitsWithALock() async { await suspends() }
  @Test func waitsWithALockTwin() async { await suspends() }
  @Test func lockOfAnEndedBlock() async { await suspends() }
  @Test func lockOfAnEndedBlockTwin() async { await suspends() }
  @Test func waitsWithoutLooking() async { await suspends() }
  @Test func waitsWithoutLookingTwin() async { await suspends() }
  @Test func notifyBehindAnEnter() async { await suspends() }
  @Test func notifyBehindAnEnterTwin() async { await suspends() }
  @Test func onePermitForThree() async { await suspends() }
  @Test func onePermitForThreeTwin() async { await suspends() }
  @Test func timerWithoutActivation() async { await suspends() }
  @Test func timerWithoutActivationTwin() async { await suspends() }
  @Test func jobWithoutASignal() async { await suspends() }
  @Test func jobWithoutASignalTwin() async { await suspends() }
  @Test func functionKeepsTheLock() async { await suspends() }
  @Test func functionKeepsTheLockTwin() async { await suspends() }
  @Test func unlockedOnceTooOften() async { await suspends() }
  @Test func unlockedOnceTooOftenTwin() async { await suspends() }
  @Test func signalsTheWrongSemaphore() async { await suspends() }
  @Test func signalsTheWrongSemaphoreTwin() async { await suspends() }
  @Test func takesThePermitTwice() async { await suspends() }
  @Test func takesThePermitTwiceTwin() async { await suspends() }
  @Test func waitsOutsideTheCycle() async { await suspends() }
  @Test func waitsOutsideTheCycleTwin() async { await suspends() }
  @Test func mutexesInTwoOrders() async { await suspends() }
  @Test func mutexesInTwoOrdersTwin() async { await suspends() }
  @Test func waitsWithItsMutex() async { await suspends() }
  @Test func waitsWithItsMutexTwin() async { await suspends() }
  @Test func waitsForAGroupWithItsLock() async { await suspends() }
  @Test func waitsForAGroupWithItsLockTwin() async { await suspends() }
  @Test func waitsInABarrier() async { await suspends() }
  @Test func waitsInABarrierTwin() async { await suspends() }
  @Test func callsBackWithItsLock() async { await suspends() }
  @Test func callsBackWithItsLockTwin() async { await suspends() }
  @Test func wakesOneOfTwo() async { await suspends() }
  @Test func wakesOneOfTwoTwin() async { await suspends() }
  @Test func suspendedTwice() async { await suspends() }
  @Test func suspendedTwiceTwin() async { await suspends() }
  @Test func keepsItWhereAnotherRunsOut() async { await suspends() }
  @Test func keepsItWhereAnotherRunsOutTwin() async { await suspends() }
  @Test func entersBesideItsBlocks() async { await suspends() }
  @Test func entersBesideItsBlocksTwin() async { await suspends() }
  @Test func polledSemaphore() async { await suspends() }
  @Test func polledSemaphoreTwin() async { await suspends() }
  @Test func polledGroup() async { await suspends() }
  @Test func polledGroupTwin() async { await suspends() }

  private func suspends(_ test: String = #function) async {
    await FaceProgram.named(test.dropLast("()".count).description).run()
  }
}
