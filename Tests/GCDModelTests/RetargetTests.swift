// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDModel
import GCDModelPrograms
import GCDVocabulary
import XCTest

/// Libdispatch.md 2.3.
final class RetargetTests: XCTestCase {
  private func retarget(_ stage: Stage, _ queue: ObjectID, _ target: ObjectID) -> Outcome? {
    stage.act(stage.body, .retarget, queue, other: target.rawValue)
  }

  /// "Active queue from create_with_target: trap; separate message if it is itself a target."
  func testImmutableQueue() {
    let stage = Stage()
    let target = stage.queue()
    let queue = stage.queue()
    XCTAssertEqual(retarget(stage, queue, target)?.misuse, .retargetAfterActivation)
    _ = stage.queue(target: queue)
    XCTAssertEqual(retarget(stage, queue, target)?.misuse, .retargetOfTargetedQueue)
  }

  /// "Inactive object: free"; a cycle is not.
  func testInactiveQueue() {
    let stage = Stage()
    let target = stage.queue()
    let queue = stage.queue(inactive: true)
    let below = stage.queue(target: queue)
    XCTAssertEqual(retarget(stage, queue, below)?.misuse, .targetCycle)
    XCTAssertEqual(retarget(stage, queue, target)?.kind, .completed)
    XCTAssertEqual(stage.world.pointee.target(of: queue), target)
    let item = stage.async(queue)
    stage.act(stage.body, .activate, queue)
    let other = stage.async(target)
    stage.go(item)
    XCTAssertFalse(stage.isEnabled(other))
  }

  /// "legacy mutable: applied inline if idle, else as a barrier item".
  func testMutableQueue() {
    let stage = Stage()
    let target = stage.queue()
    let queue = stage.queue(serial: false, immutable: false)
    let running = stage.async(queue)
    stage.go(running)
    XCTAssertEqual(retarget(stage, queue, target)?.kind, .completed)
    XCTAssertEqual(stage.world.pointee.target(of: queue), .none)
    let later = stage.async(queue)
    stage.end(running)
    let turn = stage.world.pointee.oldestEnabled
    XCTAssertNotEqual(turn, later)
    while !stage.isEnabled(later) {
      let internalItem = (0..<stage.world.pointee.core.enabled.count).map {
        stage.world.pointee.core.enabled.at[$0]
      }
      .first { $0 != stage.body }
      XCTAssertEqual(internalItem.flatMap { stage.go($0)?.kind }, .progressed)
    }
    XCTAssertEqual(stage.world.pointee.target(of: queue), target)
    let onTarget = stage.async(target)
    stage.go(later)
    XCTAssertFalse(stage.isEnabled(onTarget))
  }

  /// "Global, main: set_target_queue is a silent no-op. Groups/semaphores: only for the finalizer."
  func testNoEffect() {
    let stage = Stage()
    let target = stage.queue()
    XCTAssertEqual(retarget(stage, stage.world.pointee.mainQueue, target)?.kind, .completed)
    XCTAssertEqual(stage.world.pointee.target(of: stage.world.pointee.mainQueue), .none)
    let group = stage.world.pointee.makeGroup(creator: stage.body)
    XCTAssertEqual(retarget(stage, group, target)?.kind, .completed)
  }
}
