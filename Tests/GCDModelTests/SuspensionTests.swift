// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDModel
import GCDModelPrograms
import GCDVocabulary
import XCTest

/// Libdispatch.md 2.4.
final class SuspensionTests: XCTestCase {
  /// "Counts nest"; "Suspend stops the next dequeue; the running item finishes".
  func testNestedSuspend() {
    let stage = Stage()
    let queue = stage.queue()
    let running = stage.async(queue)
    let next = stage.async(queue)
    stage.go(running)
    stage.act(stage.body, .suspend, queue)
    stage.act(stage.body, .suspend, queue)
    stage.end(running)
    stage.act(stage.body, .resume, queue)
    XCTAssertFalse(stage.isEnabled(next))
    stage.act(stage.body, .resume, queue)
    XCTAssertTrue(stage.isEnabled(next))
    XCTAssertEqual(stage.act(stage.body, .resume, queue)?.misuse, .overResume)
  }

  /// "no-op on global, main, groups, semaphores".
  func testNoEffect() {
    let stage = Stage()
    let objects = [
      stage.world.pointee.mainQueue, stage.world.pointee.makeGlobalQueue(),
      stage.world.pointee.makeGroup(creator: stage.body),
      stage.world.pointee.makeSemaphore(value: 0, creator: stage.body),
    ]
    for object in objects {
      XCTAssertEqual(stage.act(stage.body, .resume, object)?.kind, .completed)
      XCTAssertEqual(stage.act(stage.body, .suspend, object)?.kind, .completed)
      XCTAssertEqual(stage.world.pointee.releaseCheck(object), .none)
    }
  }

  /// "resume on an inactive queue = trap"; "activate idempotent"; sync blocks until then (2.2).
  func testInactiveQueue() {
    let stage = Stage()
    let queue = stage.queue(inactive: true)
    XCTAssertEqual(stage.world.pointee.releaseCheck(queue), .releaseOfInactiveObject)
    XCTAssertEqual(stage.act(stage.body, .resume, queue)?.misuse, .overResumeOfInactiveObject)
    let thread = stage.thread()
    XCTAssertEqual(stage.act(thread, .sync, queue)?.kind, .blocked)
    stage.act(stage.body, .suspend, queue)
    XCTAssertEqual(stage.act(stage.body, .activate, queue)?.kind, .completed)
    XCTAssertFalse(stage.isEnabled(thread))
    XCTAssertEqual(stage.world.pointee.releaseCheck(queue), .releaseOfSuspendedObject)
    stage.act(stage.body, .resume, queue)
    XCTAssertEqual(stage.act(stage.body, .activate, queue)?.kind, .completed)
    XCTAssertEqual(stage.go(thread)?.kind, .completed)
  }

  /// 2.1 "try_acquire_async": what a concurrent queue has handed on goes on; what waited behind a barrier
  /// may or may not.
  func testHandedOnBlocksGoOn() {
    let stage = Stage()
    let queue = stage.queue(serial: false)
    let admitted = stage.async(queue)
    stage.act(stage.body, .suspend, queue)
    XCTAssertTrue(stage.isEnabled(admitted))
    stage.act(stage.body, .resume, queue)
    stage.go(admitted)
    stage.end(admitted)
    let barrier = stage.async(queue, barrier: true)
    let first = stage.async(queue)
    let second = stage.async(queue)
    stage.go(barrier)
    stage.end(barrier)
    stage.world.pointee.announce(stage.body, Operation(.suspend, queue))
    XCTAssertEqual(stage.world.pointee.choiceCount(stage.body), 3)
    stage.world.pointee.setChoice(stage.body, 1)
    stage.go(stage.body)
    XCTAssertTrue(stage.isEnabled(first))
    XCTAssertFalse(stage.isEnabled(second))
  }

  /// A suspended target stops its children; 2.1 "Drain is batched": a batch that runs may go on.
  func testSuspendedTarget() {
    let stage = Stage()
    let target = stage.queue()
    let child = stage.queue(target: target)
    stage.act(stage.body, .suspend, target)
    let item = stage.async(child)
    XCTAssertFalse(stage.isEnabled(item))
    stage.act(stage.body, .resume, target)
    stage.go(item)
    let next = stage.async(child)
    stage.world.pointee.announce(stage.body, Operation(.suspend, target))
    XCTAssertEqual(stage.world.pointee.choiceCount(stage.body), 2)
    stage.world.pointee.setChoice(stage.body, 1)
    stage.go(stage.body)
    stage.end(item)
    XCTAssertTrue(stage.isEnabled(next))
    stage.go(next)
    stage.end(next)
    XCTAssertFalse(stage.isEnabled(stage.async(child)))
  }
}
