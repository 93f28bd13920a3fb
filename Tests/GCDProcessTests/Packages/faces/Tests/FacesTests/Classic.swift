// Licensed under the Apache License, Version 2.0; see LICENSE.
import FacePrograms
import XCTest

// One test for each program, named for it: a test is what the tool explores.

final class BlockingTests: XCTestCase {
  func test_ownQueue() { blocks() }
  func test_ownQueueTwin() { blocks() }
  func test_ownTarget() { blocks() }
  func test_ownTargetTwin() { blocks() }
  func test_ownBarrier() { blocks() }
  func test_ownBarrierTwin() { blocks() }
  func test_twoQueues() { blocks() }
  func test_twoQueuesTwin() { blocks() }
  func test_twoLocks() { blocks() }
  func test_twoLocksTwin() { blocks() }
  func test_lockAndQueue() { blocks() }
  func test_lockAndQueueTwin() { blocks() }
  func test_lockTwice() { blocks() }
  func test_lockTwiceTwin() { blocks() }
  func test_iterationsOnOwnQueue() { blocks() }
  func test_iterationsOnOwnQueueTwin() { blocks() }
  func test_leftSuspended() { blocks() }
  func test_leftSuspendedTwin() { blocks() }
  func test_neverActivated() { blocks() }
  func test_neverActivatedTwin() { blocks() }
  func test_resumedTwice() { blocks() }
  func test_resumedTwiceTwin() { blocks() }
  func test_wrongQueue() { blocks() }
  func test_wrongQueueTwin() { blocks() }
  func test_writtenBehindTheSignal() { blocks() }
  func test_writtenBehindTheSignalTwin() { blocks() }
  func test_writtenBehindTheLeave() { blocks() }
  func test_writtenBehindTheLeaveTwin() { blocks() }
  func test_writtenBehindTheBlock() { blocks() }
  func test_writtenBehindTheBlockTwin() { blocks() }
  func test_writtenBehindTheOperation() { blocks() }
  func test_writtenBehindTheOperationTwin() { blocks() }
  func test_writtenBehindTheThread() { blocks() }
  func test_writtenBehindTheThreadTwin() { blocks() }
  func test_waitsForAGroupWithItsLock() { blocks() }
  func test_waitsForAGroupWithItsLockTwin() { blocks() }
  func test_waitsInABarrier() { blocks() }
  func test_waitsInABarrierTwin() { blocks() }
  func test_callsBackWithItsLock() { blocks() }
  func test_callsBackWithItsLockTwin() { blocks() }
  func test_wakesOneOfTwo() { blocks() }
  func test_wakesOneOfTwoTwin() { blocks() }
  func test_mutexesInTwoOrders() { blocks() }
  func test_mutexesInTwoOrdersTwin() { blocks() }
  func test_waitsWithItsMutex() { blocks() }
  func test_waitsWithItsMutexTwin() { blocks() }
  func test_suspendedTwice() { blocks() }
  func test_suspendedTwiceTwin() { blocks() }
  func test_keepsItWhereAnotherRunsOut() { blocks() }
  func test_keepsItWhereAnotherRunsOutTwin() { blocks() }
  func test_entersBesideItsBlocks() { blocks() }
  func test_entersBesideItsBlocksTwin() { blocks() }
  func test_lostSignal() { blocks() }
  func test_lostSignalTwin() { blocks() }
  func test_oneSignalForTwo() { blocks() }
  func test_oneSignalForTwoTwin() { blocks() }
  func test_signalOnSuccess() { blocks() }
  func test_signalOnSuccessTwin() { blocks() }
  func test_slotNeverGivenBack() { blocks() }
  func test_slotNeverGivenBackTwin() { blocks() }
  func test_lostLeave() { blocks() }
  func test_lostLeaveTwin() { blocks() }
  func test_enteredTwice() { blocks() }
  func test_enteredTwiceTwin() { blocks() }
  func test_leaveOnSuccess() { blocks() }
  func test_leaveOnSuccessTwin() { blocks() }
  func test_leftTwice() { blocks() }
  func test_leftTwiceTwin() { blocks() }
  func test_freedBelowItsValue() { blocks() }
  func test_freedBelowItsValueTwin() { blocks() }
  func test_conditionWithoutSignal() { blocks() }
  func test_conditionWithoutSignalTwin() { blocks() }
  func test_signalBeforeTheWait() { blocks() }
  func test_signalBeforeTheWaitTwin() { blocks() }
  func test_itemNeverRun() { blocks() }
  func test_itemNeverRunTwin() { blocks() }
  func test_waitsWithALock() { blocks() }
  func test_waitsWithALockTwin() { blocks() }
  func test_lockOfAnEndedBlock() { blocks() }
  func test_lockOfAnEndedBlockTwin() { blocks() }
  func test_waitsWithoutLooking() { blocks() }
  func test_waitsWithoutLookingTwin() { blocks() }
  func test_notifyBehindAnEnter() { blocks() }
  func test_notifyBehindAnEnterTwin() { blocks() }
  func test_onePermitForThree() { blocks() }
  func test_onePermitForThreeTwin() { blocks() }
  func test_timerWithoutActivation() { blocks() }
  func test_timerWithoutActivationTwin() { blocks() }
  func test_jobWithoutASignal() { blocks() }
  func test_jobWithoutASignalTwin() { blocks() }
  func test_functionKeepsTheLock() { blocks() }
  func test_functionKeepsTheLockTwin() { blocks() }
  func test_unlockedOnceTooOften() { blocks() }
  func test_unlockedOnceTooOftenTwin() { blocks() }
  func test_signalsTheWrongSemaphore() { blocks() }
  func test_signalsTheWrongSemaphoreTwin() { blocks() }
  func test_takesThePermitTwice() { blocks() }
  func test_takesThePermitTwiceTwin() { blocks() }
  func test_waitsOutsideTheCycle() { blocks() }
  func test_waitsOutsideTheCycleTwin() { blocks() }
  func test_polledSemaphore() { blocks() }
  func test_polledSemaphoreTwin() { blocks() }
  func test_polledGroup() { blocks() }
  func test_polledGroupTwin() { blocks() }

  private func blocks(_ test: String = #function) {
    FaceProgram.named(test.dropFirst("test_".count).dropLast("()".count).description).runBlocking()
  }
}

final class AsyncTests: XCTestCase {
  func test_ownQueue() async { await suspends() }
  func test_ownQueueTwin() async { await suspends() }
  func test_ownTarget() async { await suspends() }
  func test_ownTargetTwin() async { await suspends() }
  func test_ownBarrier() async { await suspends() }
  func test_ownBarrierTwin() async { await suspends() }
  func test_twoQueues() async { await suspends() }
  func test_twoQueuesTwin() async { await suspends() }
  func test_twoLocks() async { await suspends() }
  func test_twoLocksTwin() async { await suspends() }
  func test_lockAndQueue() async { await suspends() }
  func test_lockAndQueueTwin() async { await suspends() }
  func test_lockTwice() async { await suspends() }
  func test_lockTwiceTwin() async { await suspends() }
  func test_iterationsOnOwnQueue() async { await suspends() }
  func test_iterationsOnOwnQueueTwin() async { await suspends() }
  func test_leftSuspended() async { await suspends() }
  func test_leftSuspendedTwin() async { await suspends() }
  func test_neverActivated() async { await suspends() }
  func test_neverActivatedTwin() async { await suspends() }
  func test_resumedTwice() async { await suspends() }
  func test_resumedTwiceTwin() async { await suspends() }
  func test_wrongQueue() async { await suspends() }
  func test_wrongQueueTwin() async { await suspends() }
  func test_writtenBehindTheSignal() async { await suspends() }
  func test_writtenBehindTheSignalTwin() async { await suspends() }
  func test_writtenBehindTheLeave() async { await suspends() }
  func test_writtenBehindTheLeaveTwin() async { await suspends() }
  func test_writtenBehindTheBlock() async { await suspends() }
  func test_writtenBehindTheBlockTwin() async { await suspends() }
  func test_writtenBehindTheOperation() async { await suspends() }
  func test_writtenBehindTheOperationTwin() async { await suspends() }
  func test_writtenBehindTheThread() async { await suspends() }
  func test_writtenBehindTheThreadTwin() async { await suspends() }
  func test_writtenBehindTheTask() async { await suspends() }
  func test_writtenBehindTheTaskTwin() async { await suspends() }
  func test_lostSignal() async { await suspends() }
  func test_lostSignalTwin() async { await suspends() }
  func test_oneSignalForTwo() async { await suspends() }
  func test_oneSignalForTwoTwin() async { await suspends() }
  func test_signalOnSuccess() async { await suspends() }
  func test_signalOnSuccessTwin() async { await suspends() }
  func test_slotNeverGivenBack() async { await suspends() }
  func test_slotNeverGivenBackTwin() async { await suspends() }
  func test_lostLeave() async { await suspends() }
  func test_lostLeaveTwin() async { await suspends() }
  func test_enteredTwice() async { await suspends() }
  func test_enteredTwiceTwin() async { await suspends() }
  func test_leaveOnSuccess() async { await suspends() }
  func test_leaveOnSuccessTwin() async { await suspends() }
  func test_leftTwice() async { await suspends() }
  func test_leftTwiceTwin() async { await suspends() }
  func test_freedBelowItsValue() async { await suspends() }
  func test_freedBelowItsValueTwin() async { await suspends() }
  func test_conditionWithoutSignal() async { await suspends() }
  func test_conditionWithoutSignalTwin() async { await suspends() }
  func test_signalBeforeTheWait() async { await suspends() }
  func test_signalBeforeTheWaitTwin() async { await suspends() }
  func test_itemNeverRun() async { await suspends() }
  func test_itemNeverRunTwin() async { await suspends() }
  func test_neverResumed() async { await suspends() }
  func test_neverResumedTwin() async { await suspends() }
  func test_neverResumedInATask() async { await suspends() }
  func test_neverResumedInATaskTwin() async { await suspends() }
  func test_resumedOnSuccess() async { await suspends() }
  func test_resumedOnSuccessTwin() async { await suspends() }
  func test_throwingNeverResumed() async { await suspends() }
  func test_throwingNeverResumedTwin() async { await suspends() }
  func test_secondRequestTakesTheHandler() async { await suspends() }
  func test_secondRequestTakesTheHandlerTwin() async { await suspends() }
  func test_cancelledAndNeverResumed() async { await suspends() }
  func test_cancelledAndNeverResumedTwin() async { await suspends() }
  func test_itemCancelledThatWouldResume() async { await suspends() }
  func test_itemCancelledThatWouldResumeTwin() async { await suspends() }
  func test_suspendedQueueThatWouldResume() async { await suspends() }
  func test_suspendedQueueThatWouldResumeTwin() async { await suspends() }
  func test_groupBehindAContinuation() async { await suspends() }
  func test_groupBehindAContinuationTwin() async { await suspends() }
  func test_semaphoreBehindAContinuation() async { await suspends() }
  func test_semaphoreBehindAContinuationTwin() async { await suspends() }
  func test_streamNeverFinished() async { await suspends() }
  func test_streamNeverFinishedTwin() async { await suspends() }
  func test_oneElementForTwo() async { await suspends() }
  func test_oneElementForTwoTwin() async { await suspends() }
  func test_childOfAGroup() async { await suspends() }
  func test_childOfAGroupTwin() async { await suspends() }
  func test_asyncLetNeverEnds() async { await suspends() }
  func test_asyncLetNeverEndsTwin() async { await suspends() }
  func test_mailboxThatStaysEmpty() async { await suspends() }
  func test_mailboxThatStaysEmptyTwin() async { await suspends() }
  func test_tasksThatAwaitEachOther() async { await suspends() }
  func test_tasksThatAwaitEachOtherTwin() async { await suspends() }
  func test_semaphoreInATask() async { await suspends() }
  func test_semaphoreInATaskTwin() async { await suspends() }
  func test_groupInATask() async { await suspends() }
  func test_groupInATaskTwin() async { await suspends() }
  func test_queuesBehindTasks() async { await suspends() }
  func test_queuesBehindTasksTwin() async { await suspends() }
  func test_taskThatBlocksForATask() async { await suspends() }
  func test_taskThatBlocksForATaskTwin() async { await suspends() }
  func test_yieldsForEver() async { await suspends() }
  func test_yieldsForEverTwin() async { await suspends() }
  func test_waitsWithALock() async { await suspends() }
  func test_waitsWithALockTwin() async { await suspends() }
  func test_lockOfAnEndedBlock() async { await suspends() }
  func test_lockOfAnEndedBlockTwin() async { await suspends() }
  func test_waitsWithoutLooking() async { await suspends() }
  func test_waitsWithoutLookingTwin() async { await suspends() }
  func test_notifyBehindAnEnter() async { await suspends() }
  func test_notifyBehindAnEnterTwin() async { await suspends() }
  func test_onePermitForThree() async { await suspends() }
  func test_onePermitForThreeTwin() async { await suspends() }
  func test_timerWithoutActivation() async { await suspends() }
  func test_timerWithoutActivationTwin() async { await suspends() }
  func test_jobWithoutASignal() async { await suspends() }
  func test_jobWithoutASignalTwin() async { await suspends() }
  func test_functionKeepsTheLock() async { await suspends() }
  func test_functionKeepsTheLockTwin() async { await suspends() }
  func test_unlockedOnceTooOften() async { await suspends() }
  func test_unlockedOnceTooOftenTwin() async { await suspends() }
  func test_signalsTheWrongSemaphore() async { await suspends() }
  func test_signalsTheWrongSemaphoreTwin() async { await suspends() }
  func test_takesThePermitTwice() async { await suspends() }
  func test_takesThePermitTwiceTwin() async { await suspends() }
  func test_waitsOutsideTheCycle() async { await suspends() }
  func test_waitsOutsideTheCycleTwin() async { await suspends() }
  func test_mutexesInTwoOrders() async { await suspends() }
  func test_mutexesInTwoOrdersTwin() async { await suspends() }
  func test_waitsWithItsMutex() async { await suspends() }
  func test_waitsWithItsMutexTwin() async { await suspends() }
  func test_waitsForAGroupWithItsLock() async { await suspends() }
  func test_waitsForAGroupWithItsLockTwin() async { await suspends() }
  func test_waitsInABarrier() async { await suspends() }
  func test_waitsInABarrierTwin() async { await suspends() }
  func test_callsBackWithItsLock() async { await suspends() }
  func test_callsBackWithItsLockTwin() async { await suspends() }
  func test_wakesOneOfTwo() async { await suspends() }
  func test_wakesOneOfTwoTwin() async { await suspends() }
  func test_suspendedTwice() async { await suspends() }
  func test_suspendedTwiceTwin() async { await suspends() }
  func test_keepsItWhereAnotherRunsOut() async { await suspends() }
  func test_keepsItWhereAnotherRunsOutTwin() async { await suspends() }
  func test_entersBesideItsBlocks() async { await suspends() }
  func test_entersBesideItsBlocksTwin() async { await suspends() }
  func test_polledSemaphore() async { await suspends() }
  func test_polledSemaphoreTwin() async { await suspends() }
  func test_polledGroup() async { await suspends() }
  func test_polledGroupTwin() async { await suspends() }

  private func suspends(_ test: String = #function) async {
    await FaceProgram.named(test.dropFirst("test_".count).dropLast("()".count).description).run()
  }
}
