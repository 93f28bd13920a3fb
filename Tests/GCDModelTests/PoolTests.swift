// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDModel
import GCDModelPrograms
import GCDVocabulary
import XCTest

/// The pool (Libdispatch.md fact 8; 2.11).
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

  /// Jobs of Swift tasks have a pool of their own, which leaves the other as it is.
  func testCooperativePool() {
    let limit = PoolLimit(workers: 0, grows: false, cooperative: 1)
    XCTAssertEqual(limit.cooperative, 1)
    XCTAssertEqual(PoolLimit(workers: 3, grows: true, cooperative: 9_999).workers, 3)
    let stage = Stage(WorldConfiguration(poolWidth: limit.rawValue))
    let semaphore = stage.world.pointee.makeSemaphore(value: 0, creator: stage.body)
    let pool = stage.world.pointee.makeGlobalQueue(cooperative: true)
    let (waits, signals) = (stage.async(pool), stage.async(pool))
    stage.go(waits)
    XCTAssertFalse(stage.isEnabled(signals))
    XCTAssertTrue(stage.world.pointee.cooperativePoolIsExhausted)
    XCTAssertNil(stage.act(waits, .wait, semaphore, argument: never))
    for queue in [stage.queue(serial: false), stage.queue(serial: true)] {
      let other = stage.async(queue)
      stage.go(other)
      stage.end(other)
    }
    XCTAssertNil(stage.act(stage.body, .wait, semaphore, argument: never))
    XCTAssertEqual(stage.world.pointee.diagnoseQuiescence()?.cause, .poolExhausted)
    XCTAssertEqual(stage.world.pointee.diagnoseQuiescence()?.members, [waits])
    XCTAssertEqual(stage.world.pointee.workers, 1)
  }

  /// Blocked threads of that pool count as such and not as workers.
  func testCooperativeThreadsNeeded() {
    let stage = Stage()
    let semaphore = stage.world.pointee.makeSemaphore(value: 0, creator: stage.body)
    let pool = stage.world.pointee.makeGlobalQueue(cooperative: true)
    for _ in 0..<3 {
      let job = stage.async(pool)
      stage.go(job)
      XCTAssertNil(stage.act(job, .wait, semaphore, argument: never))
    }
    XCTAssertEqual(stage.world.pointee.cooperativeThreadsNeeded, 3)
    XCTAssertEqual(stage.world.pointee.workersNeeded, 0)
  }

  /// While all workers wait a growing pool gets one more each second; the block that was left over ends the
  /// others' wait.
  func testGrowth() {
    let program = Program(
      queues: [QueueShape(.concurrent)], semaphores: [0],
      blocks: [
        [Act(.async, 0, block: 1), Act(.async, 0, block: 1), Act(.async, 0, block: 2)],
        [Act(.wait, 0)], [Act(.signal, 0), Act(.signal, 0)],
      ])
    for workers in 1...2 {
      let growing = WorldConfiguration(poolWidth: PoolLimit(workers: workers, grows: true).rawValue)
      XCTAssertEqual(Explorer(program, configuration: growing).endings, [.done])
      let fixed = WorldConfiguration(poolWidth: workers)
      XCTAssertEqual(Explorer(program, configuration: fixed).endings, [.done, .dead(.poolExhausted)])
    }
  }

  /// A worker comes when a second has passed, and none while another can run.
  func testMomentOfGrowth() {
    let stage = Stage(WorldConfiguration(poolWidth: PoolLimit(workers: 1, grows: true).rawValue))
    let semaphore = stage.world.pointee.makeSemaphore(value: 0, creator: stage.body)
    let queue = stage.queue(serial: false)
    let first = stage.async(queue)
    let second = stage.async(queue)
    stage.go(first)
    XCTAssertFalse(stage.isEnabled(second))
    XCTAssertEqual(stage.world.pointee.nextDeadline, 1_000_000_000)
    stage.world.pointee.advanceForPolling()
    XCTAssertFalse(stage.isEnabled(second), "the first one can run")
    XCTAssertEqual(stage.world.pointee.nextDeadline, 2_000_000_000)
    XCTAssertNil(stage.act(first, .wait, semaphore, argument: never))
    stage.world.pointee.advanceForPolling()
    XCTAssertTrue(stage.isEnabled(second))
    XCTAssertEqual(stage.world.pointee.workersAdded, 1)
    XCTAssertEqual(stage.world.pointee.nextDeadline, never)
  }

  /// Serial queues that target nothing have threads of their own, up to 255; those that target a global or a
  /// concurrent queue do not.
  func testSerialQueues() {
    let stage = Stage(WorldConfiguration(poolWidth: 1))
    let semaphore = stage.world.pointee.makeSemaphore(value: 0, creator: stage.body)
    func block(_ queue: ObjectID) {
      let item = stage.async(queue)
      stage.go(item)
      XCTAssertNil(stage.act(item, .wait, semaphore, argument: never))
    }
    for _ in 0..<254 { block(stage.queue(serial: true)) }
    XCTAssertTrue(stage.isEnabled(stage.async(stage.queue(serial: false))))
    let global = stage.world.pointee.makeGlobalQueue()
    block(global)
    let below = stage.world.pointee.makeQueue(
      serial: true, target: global, inactive: false, immutableTarget: true, creator: stage.body)
    XCTAssertFalse(stage.isEnabled(stage.async(below)))
    XCTAssertEqual(stage.world.pointee.itemsWaitingForPool, 2, "it, and that of the concurrent queue")
    block(stage.world.pointee.makeGlobalQueue(overcommit: true))
    XCTAssertFalse(stage.isEnabled(stage.async(stage.queue(serial: true))))
    XCTAssertEqual(stage.world.pointee.itemsWaitingForPool, 3)
    XCTAssertEqual(stage.world.pointee.workersNeeded, 1, "that of the limited pool")
  }
}
