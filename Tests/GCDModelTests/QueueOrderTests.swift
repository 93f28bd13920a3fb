// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDModel
import GCDModelPrograms
import GCDVocabulary
import XCTest

/// Libdispatch.md 2.1.
final class QueueOrderTests: XCTestCase {
  private func orders(_ queues: [QueueShape], _ acts: [Act], blocks: [[Act]]) -> Set<[Int]> {
    Explorer(Program(queues: queues, blocks: [acts] + blocks), keepsOrders: true).orders
  }

  /// "Serial queue: strict FIFO of push order"; a barrier there is a plain item.
  func testSerialIsFIFO() {
    let acts = [Act(.async, 0, block: 1), Act(.async, 0, block: 2, flag: true), Act(.async, 0, block: 3)]
    XCTAssertEqual(orders([QueueShape(.serial)], acts, blocks: [[], [], []]), [[0, 1, 2, 3]])
  }

  /// "completion order free": blocks of a concurrent queue begin in any order.
  func testConcurrentIsFree() {
    let acts = [Act(.async, 0, block: 1), Act(.async, 0, block: 2), Act(.async, 0, block: 3)]
    XCTAssertEqual(orders([QueueShape(.concurrent)], acts, blocks: [[], [], []]).count, 6)
  }

  /// "Barrier: waits for all earlier items, excludes all others, later items wait."
  func testBarrier() {
    let acts = [
      Act(.async, 0, block: 1), Act(.async, 0, block: 2), Act(.async, 0, block: 3, flag: true),
      Act(.async, 0, block: 4), Act(.async, 0, block: 5),
    ]
    let found = orders([QueueShape(.concurrent)], acts, blocks: [[], [], [], [], []])
    XCTAssertEqual(
      found, [[0, 1, 2, 3, 4, 5], [0, 2, 1, 3, 4, 5], [0, 1, 2, 3, 5, 4], [0, 2, 1, 3, 5, 4]])
  }

  /// "Barrier_async on global = plain async".
  func testBarrierOnGlobalQueue() {
    let acts = [Act(.async, 0, block: 1, flag: true), Act(.async, 0, block: 2, flag: true)]
    XCTAssertEqual(orders([QueueShape(.global)], acts, blocks: [[], []]), [[0, 1, 2], [0, 2, 1]])
  }

  /// "Items of different children of one target have no mutual FIFO", but only one runs at a time.
  func testChildrenOfASerialTarget() {
    let queues = [QueueShape(.serial), QueueShape(.serial, target: 0), QueueShape(.concurrent, target: 0)]
    let acts = [Act(.async, 1, block: 1), Act(.async, 2, block: 2), Act(.async, 0, block: 3)]
    XCTAssertEqual(orders(queues, acts, blocks: [[], [], []]).count, 6)
    let stage = Stage()
    let target = stage.queue()
    let first = stage.async(stage.queue(target: target))
    let second = stage.async(stage.queue(serial: false, target: target))
    stage.go(first)
    XCTAssertFalse(stage.isEnabled(second))
    stage.end(first)
    XCTAssertTrue(stage.isEnabled(second))
  }

  /// 2.3 "concurrent -> serial target makes everything FIFO-serial".
  func testConcurrentOnSerialTargetIsFIFO() {
    let queues = [QueueShape(.serial), QueueShape(.concurrent, target: 0)]
    let acts = [Act(.async, 1, block: 1), Act(.async, 1, block: 2), Act(.sync, 1, block: 3)]
    XCTAssertEqual(orders(queues, acts, blocks: [[], [], []]), [[0, 1, 2, 3]])
  }

  /// A child's block does not overtake a barrier that came to the concurrent parent before it.
  func testBarrierOfAConcurrentParent() {
    let stage = Stage()
    let parent = stage.queue(serial: false)
    let child = stage.queue(target: parent)
    let early = stage.async(child)
    let reader = stage.async(parent)
    stage.go(reader)
    let barrier = stage.async(parent, barrier: true)
    let late = stage.async(stage.queue(target: parent))
    XCTAssertTrue(stage.isEnabled(early))
    XCTAssertFalse(stage.isEnabled(barrier) || stage.isEnabled(late))
    stage.end(reader)
    XCTAssertTrue(stage.isEnabled(barrier) && stage.isEnabled(early))
    stage.go(barrier)
    XCTAssertFalse(stage.isEnabled(early))
    stage.end(barrier)
    XCTAssertTrue(stage.isEnabled(early) && stage.isEnabled(late))
  }
}
