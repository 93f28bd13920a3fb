// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDModel
import GCDVocabulary
import XCTest

/// Threads of the program's own: pthread_create(3), pthread_join(3), pthread_detach(3), pthread_cancel(3);
/// barriers: pthread_barrier_wait(3p); robust mutexes: pthread_mutexattr_setrobust(3).
final class ThreadTests: XCTestCase {
  /// Makes a thread, lets it begin, and gives both of its ids.
  private func thread(on stage: Stage, detached: Bool = false) -> (ObjectID, TaskID) {
    let thread = stage.world.pointee.makeThread(creator: stage.body, isDetached: detached)
    let task = stage.world.pointee.threads.task(of: thread)
    XCTAssertFalse(stage.isEnabled(task))
    stage.act(stage.body, .createThread, thread, other: task.rawValue)
    XCTAssertEqual(stage.go(task)?.kind, .started)
    return (thread, task)
  }

  func testJoinWaitsForTheEnd() {
    let stage = Stage()
    let (thread, task) = thread(on: stage)
    XCTAssertEqual(stage.act(stage.body, .tryJoin, thread)?.result, -1)
    XCTAssertNil(stage.act(stage.body, .join, thread))
    XCTAssertEqual(
      stage.world.pointee.waits(of: stage.body),
      [WaitEdge(waiter: stage.body, kind: .thread, resource: thread, holder: task)])
    stage.end(task)
    XCTAssertEqual(stage.go(stage.body)?.result, 0)
    XCTAssertTrue(stage.world.pointee.threads.isGivenUp(thread))
    XCTAssertEqual(stage.act(stage.body, .join, thread)?.result, -2)
  }

  func testJoinsThatFail() {
    let stage = Stage()
    let (detached, ended) = thread(on: stage, detached: true)
    XCTAssertEqual(stage.act(stage.body, .join, detached)?.result, -2)
    XCTAssertEqual(stage.act(stage.body, .detachThread, detached)?.result, -2)
    stage.end(ended)
    let (thread, task) = thread(on: stage)
    XCTAssertNil(stage.act(task, .sleep, argument: 50))
    let (_, other) = self.thread(on: stage)
    XCTAssertNil(stage.act(other, .join, thread, argument: 10))
    XCTAssertEqual(stage.act(stage.body, .join, thread)?.result, -2, "somebody else joins it")
    XCTAssertNil(stage.act(stage.body, .sleep, argument: 20))
    stage.tick()
    XCTAssertEqual(stage.go(other)?.result, -1)
  }

  func testThreadsThatJoinEachOtherAreACycle() {
    let stage = Stage()
    let main = stage.world.pointee.makeThread(of: stage.body)
    let (thread, task) = thread(on: stage)
    XCTAssertNil(stage.act(task, .join, main))
    XCTAssertEqual(stage.act(stage.body, .join, thread)?.kind, .deadlock)
    XCTAssertEqual(stage.world.pointee.ownerCycle().map(\.waiter), [stage.body, task])
  }

  func testAJoinerIsStuckBesideTheCause() {
    let stage = Stage()
    let (thread, task) = thread(on: stage)
    let semaphore = stage.world.pointee.makeSemaphore(value: 0, creator: stage.body)
    XCTAssertNil(stage.act(task, .wait, semaphore, argument: never))
    XCTAssertNil(stage.act(stage.body, .join, thread))
    let dead = stage.world.pointee.diagnoseQuiescence()
    XCTAssertEqual(dead?.cause, .semaphoreNeverSignalled)
    XCTAssertEqual(dead?.members, [task])
    XCTAssertEqual(dead?.alsoStuck, [stage.body])
  }

  func testCancellationEndsWaitsThatAreCancellationPoints() {
    let stage = Stage()
    let posix = stage.world.pointee.makeSemaphore(
      value: 0, creator: stage.body, isCancellationPoint: true)
    let dispatch = stage.world.pointee.makeSemaphore(value: 0, creator: stage.body)
    let (first, waiter) = thread(on: stage)
    XCTAssertNil(stage.act(waiter, .wait, posix, argument: never))
    stage.act(stage.body, .cancelThread, first)
    XCTAssertEqual(stage.go(waiter)?.result, World.cancelledResult)
    let (second, other) = thread(on: stage)
    XCTAssertNil(stage.act(other, .wait, dispatch, argument: never))
    stage.act(stage.body, .cancelThread, second)
    XCTAssertFalse(stage.isEnabled(other))
    let (third, sleeper) = thread(on: stage)
    stage.world.pointee.setIgnoresCancellation(third, true)
    XCTAssertNil(stage.act(sleeper, .sleep, argument: 50))
    stage.act(stage.body, .cancelThread, third)
    XCTAssertFalse(stage.isEnabled(sleeper))
    XCTAssertFalse(stage.world.pointee.threads.mustEnd(third))
    stage.world.pointee.setIgnoresCancellation(third, false)
    XCTAssertTrue(stage.world.pointee.threads.mustEnd(third))
  }

  func testCancellationOfAConditionWaitTakesTheLockBackFirst() {
    let stage = Stage()
    let lock = stage.world.pointee.makeLock(recursive: false, creator: stage.body)
    let condition = stage.world.pointee.makeCondition(creator: stage.body)
    let (thread, task) = thread(on: stage)
    stage.act(task, .lock, lock)
    stage.act(task, .conditionWait, condition, other: lock.rawValue, argument: never)
    stage.act(stage.body, .lock, lock)
    stage.act(stage.body, .cancelThread, thread)
    XCTAssertFalse(stage.isEnabled(task))
    stage.act(stage.body, .unlock, lock)
    XCTAssertEqual(stage.go(task)?.result, World.cancelledResult)
    XCTAssertEqual(stage.world.pointee.locks.owner(of: lock), task)
  }

  func testACancellationThatComesBeforeTheWaitEndsItToo() {
    let stage = Stage()
    let lock = stage.world.pointee.makeLock(recursive: false, creator: stage.body)
    let condition = stage.world.pointee.makeCondition(creator: stage.body)
    let (thread, task) = thread(on: stage)
    stage.act(task, .lock, lock)
    stage.world.pointee.announce(
      task, Operation(.conditionWait, condition, other: lock.rawValue, argument: never))
    stage.act(stage.body, .cancelThread, thread)
    XCTAssertEqual(stage.go(task)?.kind, .blocked)
    XCTAssertEqual(stage.go(task)?.result, World.cancelledResult)
  }

  func testBarrierLetsEachRoundThrough() {
    let stage = Stage()
    let barrier = stage.world.pointee.makeBarrier(count: 2, creator: stage.body)
    let thread = stage.thread()
    for _ in 0..<3 {
      XCTAssertEqual(stage.act(thread, .barrierWait, barrier)?.kind, .blocked)
      XCTAssertEqual(stage.world.pointee.barriers.missing(at: barrier), 1)
      XCTAssertEqual(stage.act(stage.body, .barrierWait, barrier)?.result, 1)
      XCTAssertEqual(stage.go(thread)?.result, 0)
    }
    stage.act(thread, .barrierWait, barrier)
    stage.end(stage.body)
    XCTAssertEqual(stage.world.pointee.diagnoseQuiescence()?.cause, .neverSatisfied)
  }

  func testTheEndOfItsOwnerFreesARobustMutex() {
    let stage = Stage()
    let robust = stage.world.pointee.makeLock(recursive: false, isRobust: true, creator: stage.body)
    let plain = stage.world.pointee.makeLock(recursive: false, creator: stage.body)
    let (_, owner) = thread(on: stage)
    stage.act(owner, .lock, robust)
    stage.act(owner, .lock, plain)
    stage.end(owner)
    XCTAssertEqual(stage.act(stage.body, .tryLock, plain)?.result, -1)
    XCTAssertEqual(stage.act(stage.body, .lock, robust)?.result, World.ownerDiedResult)
    XCTAssertTrue(stage.world.pointee.makeConsistent(lock: robust))
    stage.act(stage.body, .unlock, robust)
    XCTAssertEqual(stage.act(stage.body, .lock, robust)?.result, 0)
    stage.act(stage.body, .unlock, robust)
    let (_, next) = thread(on: stage)
    stage.act(next, .lock, robust)
    stage.end(next)
    stage.act(stage.body, .lock, robust)
    stage.act(stage.body, .unlock, robust)
    XCTAssertEqual(stage.act(stage.body, .lock, robust)?.result, World.notRecoverableResult)
  }

  func testUnlockByAnotherTask() {
    let stage = Stage()
    let plain = stage.world.pointee.makeLock(recursive: false, creator: stage.body)
    let checking = stage.world.pointee.makeLock(recursive: false, checksOwner: true, creator: stage.body)
    let other = stage.thread()
    for lock in [plain, checking] { stage.act(stage.body, .lock, lock) }
    XCTAssertEqual(stage.act(other, .unlock, checking)?.result, -1)
    XCTAssertEqual(stage.act(other, .unlock, plain)?.result, 0)
    XCTAssertEqual(stage.act(other, .lock, plain)?.result, 0)
  }
}
