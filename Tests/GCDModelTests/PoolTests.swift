// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDModel
import GCDModelPrograms
import GCDVocabulary
import XCTest

/// The pool (libdispatch.md 0, fact 8; 2.11).
final class PoolTests: XCTestCase {
  func testWidth() {
    let stage = Stage(WorldConfiguration(poolWidth: 1))
    let queue = stage.queue(serial: false)
    let first = stage.async(queue)
    let second = stage.async(queue)
    XCTAssertTrue(stage.isEnabled(first) && stage.isEnabled(second))
    stage.go(first)
    XCTAssertFalse(stage.isEnabled(second))
    XCTAssertEqual(stage.world.pointee.itemsWaitingForPool, 1)
    stage.end(first)
    XCTAssertTrue(stage.isEnabled(second))
  }

  /// A block that waits for one that finds no worker: GCD106 at width 1, clean at width 2, which needs both.
  func testExhaustion() {
    let program = Program(
      queues: [QueueShape(.concurrent)], semaphores: [0],
      blocks: [[Act(.async, 0, block: 1), Act(.async, 0, block: 2)], [Act(.wait, 0)], [Act(.signal, 0)]])
    let narrow = Explorer(program, configuration: WorldConfiguration(poolWidth: 1))
    XCTAssertEqual(narrow.endings, [.done, .dead(.poolExhausted)])
    XCTAssertEqual(Explorer(program, configuration: WorldConfiguration(poolWidth: 2)).endings, [.done])
  }

  func testWorkersNeeded() {
    let stage = Stage()
    let semaphore = stage.world.pointee.makeSemaphore(value: 0, creator: stage.body)
    let queue = stage.queue(serial: false)
    for _ in 0..<3 {
      let item = stage.async(queue)
      stage.go(item)
      XCTAssertNil(stage.act(item, .wait, semaphore, argument: never))
    }
    XCTAssertEqual(stage.world.pointee.workersNeeded, 3)
    let runs = stage.async(queue)
    stage.go(runs)
    stage.end(runs)
    XCTAssertEqual(stage.world.pointee.workersNeeded, 4)
  }
}
