// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDModel
import GCDModelPrograms
import GCDVocabulary
import XCTest

/// Libdispatch.md 2.7, and what keeps objects alive (2.4).
final class WorkItemTests: XCTestCase {
  func testOnlyTheFirstRunEndsTheItem() {
    let stage = Stage()
    let item = stage.world.pointee.makeWorkItem(creator: stage.body)
    let waiter = stage.thread()
    XCTAssertEqual(stage.act(waiter, .itemWait, item, argument: never), Outcome(kind: .blocked))
    XCTAssertFalse(stage.isEnabled(waiter))
    let run = stage.world.pointee.beginRun(ofWorkItem: item, by: stage.body, isInPlace: true)
    XCTAssertEqual(run.misuse, .none)
    XCTAssertTrue(run.callsBody)
    stage.world.pointee.endRun(ofWorkItem: item, isInPlace: true, isSubmission: false)
    XCTAssertFalse(stage.isEnabled(waiter))
    stage.act(stage.body, .itemEnd, item)
    XCTAssertEqual(stage.go(waiter), Outcome(kind: .completed))
    XCTAssertEqual(
      stage.world.pointee.beginRun(ofWorkItem: item, by: stage.body, isInPlace: true).misuse,
      .blockRunAndWaitedFor)
  }

  func testAWaitKnowsItsOnlyRunner() {
    let stage = Stage()
    let queue = stage.queue()
    let item = stage.world.pointee.makeWorkItem(creator: stage.body)
    let block = stage.world.pointee.makeItem(
      creator: stage.body, kind: .async, queue: queue, barrier: false, group: .none)
    stage.world.pointee.link(block, toWorkItem: item)
    stage.act(stage.body, .async, queue, other: block.rawValue)
    XCTAssertEqual(stage.act(stage.body, .itemWait, item, argument: never), Outcome(kind: .blocked))
    XCTAssertEqual(
      stage.world.pointee.waits(of: stage.body),
      [WaitEdge(waiter: stage.body, kind: .item, resource: item, holder: block)])
  }

  func testAWaitForNobodyIsNeverSatisfied() {
    let stage = Stage()
    let item = stage.world.pointee.makeWorkItem(creator: stage.body)
    XCTAssertEqual(stage.act(stage.body, .itemWait, item, argument: never), Outcome(kind: .blocked))
    let dead = stage.world.pointee.diagnoseQuiescence()
    XCTAssertEqual(dead?.cause, .neverSatisfied)
    XCTAssertEqual(dead?.edges.first?.kind, .workItem)
  }

  func testATimedWaitMayComeAgain() {
    let stage = Stage()
    let item = stage.world.pointee.makeWorkItem(creator: stage.body)
    for deadline in [5, 9] as [UInt64] {
      XCTAssertEqual(stage.act(stage.body, .itemWait, item, argument: deadline), Outcome(kind: .blocked))
      stage.tick()
      XCTAssertEqual(stage.go(stage.body), Outcome(kind: .completed, result: -1))
    }
  }

  func testAnObjectExpiresWithItsLastBlock() {
    let stage = Stage()
    let target = stage.queue()
    let queue = stage.queue(target: target)
    let block = stage.async(queue)
    stage.world.pointee.releaseExternally(target)
    stage.world.pointee.releaseExternally(queue)
    XCTAssertEqual(stage.world.pointee.takeExpired(), .none)
    stage.go(block)
    stage.end(block)
    XCTAssertEqual(stage.world.pointee.takeExpired(), queue)
    XCTAssertEqual(stage.world.pointee.takeExpired(), .none)
    let finalizer = stage.world.pointee.submitFinalizer(of: queue, on: target, ordinal: 0)
    stage.world.pointee.bury(queue)
    XCTAssertEqual(stage.world.pointee.takeExpired(), .none)
    stage.go(finalizer)
    stage.end(finalizer)
    XCTAssertEqual(stage.world.pointee.takeExpired(), target)
  }

  func testTheMainQueueNeverExpires() {
    let stage = Stage()
    stage.world.pointee.releaseExternally(stage.world.pointee.mainQueue)
    stage.world.pointee.releaseExternally(stage.world.pointee.makeGlobalQueue())
    XCTAssertEqual(stage.world.pointee.takeExpired(), .none)
  }

  /// What stands below a queue has been handed to it: a sync of the same task lines up behind it in the
  /// baseline order.
  func testTheBaselineLetsWorkBelowASyncGoFirst() {
    let stage = Stage()
    let root = stage.queue()
    let leaf = stage.queue(target: root)
    let block = stage.async(leaf)
    XCTAssertEqual(stage.world.pointee.announce(stage.body, Operation(.sync, root)), .enabled)
    let index = stage.world.pointee.baselineIndex(current: stage.body)
    XCTAssertEqual(stage.world.pointee.core.enabled.at[index], block)
    stage.go(block)
    stage.end(block)
    XCTAssertEqual(stage.go(stage.body), Outcome(kind: .completed))
  }
}
