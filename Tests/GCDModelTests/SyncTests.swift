// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDModel
import GCDModelPrograms
import GCDVocabulary
import XCTest

/// Libdispatch.md 2.2.
final class SyncTests: XCTestCase {
  private func endings(_ queues: [QueueShape], _ blocks: [[Act]], semaphores: [Int] = []) -> Set<
    Explorer.Ending
  > {
    Explorer(Program(queues: queues, semaphores: semaphores, blocks: blocks)).endings
  }

  /// "Deadlock check": self-sync on serial, from async or sync; inside the own barrier; on a serial target;
  /// between siblings under one serial target; A -> B -> A.
  func testSyncOnOwnQueue() {
    let serial = [QueueShape(.serial)]
    XCTAssertEqual(
      endings(serial, [[Act(.sync, 0, block: 1)], [Act(.sync, 0, block: 2)], []]), [.dead(.ownQueue)])
    XCTAssertEqual(
      endings(serial, [[Act(.async, 0, block: 1)], [Act(.sync, 0, block: 2)], []]), [.dead(.ownQueue)])
    let concurrent = [QueueShape(.concurrent)]
    XCTAssertEqual(
      endings(concurrent, [[Act(.async, 0, block: 1, flag: true)], [Act(.sync, 0, block: 2)], []]),
      [.dead(.ownQueue)])
    let siblings = [QueueShape(.serial), QueueShape(.serial, target: 0), QueueShape(.concurrent, target: 0)]
    for queue in 0..<3 {
      XCTAssertEqual(
        endings(siblings, [[Act(.sync, 1, block: 1)], [Act(.sync, queue, block: 2)], []]), [.dead(.ownQueue)])
    }
    XCTAssertEqual(
      endings(
        [QueueShape(.serial), QueueShape(.serial)],
        [[Act(.sync, 0, block: 1)], [Act(.sync, 1, block: 2)], [Act(.asyncAndWait, 0, block: 3)], []]),
      [.dead(.ownQueue)])
  }

  /// "Not detected (hang): barrier_sync from a reader of the same queue"; plain readers nest while no
  /// barrier is pending.
  func testSyncFromAReader() {
    let queue = [QueueShape(.concurrent)]
    XCTAssertEqual(endings(queue, [[Act(.async, 0, block: 1)], [Act(.sync, 0, block: 2)], []]), [.done])
    XCTAssertEqual(
      endings(queue, [[Act(.async, 0, block: 1)], [Act(.sync, 0, block: 2, flag: true)], []]),
      [.dead(.ownQueue)])
    XCTAssertEqual(
      endings(
        queue,
        [
          [Act(.async, 0, block: 1), Act(.async, 0, block: 2, flag: true)], [Act(.sync, 0, block: 3)], [], [],
        ]),
      [.done, .dead(.cycle)])
    XCTAssertEqual(
      endings(
        [QueueShape(.global)],
        [
          [Act(.async, 0, block: 1), Act(.async, 0, block: 2, flag: true)], [Act(.sync, 0, block: 3)], [], [],
        ]),
      [.done])
  }

  /// Two queues crossed by two blocks: a cycle in some schedules.
  func testCrossedSyncs() {
    XCTAssertEqual(
      endings(
        [QueueShape(.serial), QueueShape(.serial)],
        [
          [Act(.async, 0, block: 1), Act(.async, 1, block: 2)], [Act(.sync, 1, block: 3)],
          [Act(.sync, 0, block: 4)],
          [], [],
        ]),
      [.done, .dead(.cycle)])
  }

  /// "Same-thread program order is kept: async then sync -> FIFO."
  func testAsyncThenSync() {
    let program = Program(
      queues: [QueueShape(.serial)], blocks: [[Act(.async, 0, block: 1), Act(.sync, 0, block: 2)], [], []])
    XCTAssertEqual(Explorer(program, keepsOrders: true).orders, [[0, 1, 2]])
  }

  /// "Failure at level k -> waits there while still holding levels below."
  func testWaiterKeepsLowerLevels() {
    let stage = Stage()
    let target = stage.queue()
    let child = stage.queue(target: target)
    let running = stage.async(target)
    stage.go(running)
    XCTAssertEqual(stage.act(stage.body, .sync, child)?.kind, .blocked)
    XCTAssertEqual(stage.world.pointee.owner(ofQueue: child), stage.body)
    XCTAssertEqual(
      stage.world.pointee.waits(of: stage.body).first,
      WaitEdge(waiter: stage.body, kind: .queue, resource: target, holder: running))
    stage.end(running)
    XCTAssertEqual(stage.go(stage.body)?.kind, .completed)
    XCTAssertEqual(stage.world.pointee.owner(ofQueue: target), stage.body)
    stage.act(stage.body, .endSync, child)
    XCTAssertEqual(stage.world.pointee.owner(ofQueue: target), .none)
  }

  /// "async_and_wait: on the calling thread when every level could be locked at once; otherwise the worker
  /// runs it".
  func testAsyncAndWait() {
    let stage = Stage()
    let queue = stage.queue()
    let unused = stage.world.pointee.makeItem(
      creator: stage.body, kind: .asyncAndWait, queue: queue, barrier: false, group: .none)
    XCTAssertEqual(stage.act(stage.body, .asyncAndWait, queue, other: unused.rawValue)?.result, 0)
    stage.act(stage.body, .endSync, queue)
    let busy = stage.async(queue)
    let item = stage.world.pointee.makeItem(
      creator: stage.body, kind: .asyncAndWait, queue: queue, barrier: false, group: .none)
    XCTAssertEqual(stage.act(stage.body, .asyncAndWait, queue, other: item.rawValue)?.kind, .blocked)
    stage.go(busy)
    stage.end(busy)
    XCTAssertEqual(stage.go(item)?.kind, .started)
    XCTAssertFalse(stage.isEnabled(stage.body))
    stage.end(item)
    XCTAssertEqual(stage.go(stage.body)?.result, 1)
  }

  /// The same walk upwards as a sync: what an async-and-wait has taken, it keeps while it waits at a
  /// target; a suspension of its own queue then comes too late.
  func testAsyncAndWaitKeepsLowerLevels() {
    let stage = Stage()
    let target = stage.queue()
    let child = stage.queue(target: target)
    let busy = stage.async(target)
    stage.go(busy)
    let item = stage.world.pointee.makeItem(
      creator: stage.body, kind: .asyncAndWait, queue: child, barrier: false, group: .none)
    XCTAssertEqual(stage.act(stage.body, .asyncAndWait, child, other: item.rawValue)?.kind, .blocked)
    XCTAssertEqual(stage.world.pointee.owner(ofQueue: child), item)
    XCTAssertEqual(stage.world.pointee.waits(of: item).first?.holder, busy)
    stage.act(busy, .suspend, child)
    stage.end(busy)
    XCTAssertEqual(stage.go(item)?.kind, .started)
    XCTAssertTrue(stage.world.pointee.isOn(item, target, barrier: true))
    stage.end(item)
    XCTAssertEqual(stage.go(stage.body)?.result, 1)
    XCTAssertEqual(stage.world.pointee.owner(ofQueue: child), .none)
  }
}
