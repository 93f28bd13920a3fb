// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDModel
import GCDModelPrograms
import GCDVocabulary
import XCTest

/// Libdispatch.md 2.5.
final class GroupTests: XCTestCase {
  /// "Unbalanced leave traps immediately".
  func testUnbalancedLeave() {
    let stage = Stage()
    let group = stage.world.pointee.makeGroup(creator: stage.body)
    XCTAssertEqual(stage.act(stage.body, .leave, group)?.misuse, .unbalancedLeave)
  }

  /// "wait: count 0 -> 0; timeout NOW -> -1; else all waiters of the generation are released even if re-
  /// entered".
  func testWait() {
    let stage = Stage()
    let group = stage.world.pointee.makeGroup(creator: stage.body)
    XCTAssertEqual(stage.act(stage.body, .groupWait, group, argument: never)?.result, 0)
    stage.act(stage.body, .enter, group)
    XCTAssertEqual(stage.act(stage.body, .groupWait, group, argument: 0)?.result, -1)
    let thread = stage.thread()
    XCTAssertEqual(stage.act(thread, .groupWait, group, argument: never)?.kind, .blocked)
    XCTAssertFalse(stage.isEnabled(thread))
    stage.act(stage.body, .leave, group)
    stage.act(stage.body, .enter, group)
    XCTAssertEqual(stage.go(thread)?.result, 0)
  }

  /// A wait with a deadline ends there, and a leave at the same instant makes it a success.
  func testTimedWait() {
    let stage = Stage()
    let group = stage.world.pointee.makeGroup(creator: stage.body)
    stage.act(stage.body, .enter, group)
    let early = stage.thread()
    let late = stage.thread()
    XCTAssertEqual(stage.act(early, .groupWait, group, argument: 3)?.kind, .blocked)
    XCTAssertEqual(stage.act(late, .groupWait, group, argument: 3)?.kind, .blocked)
    XCTAssertNil(stage.act(stage.body, .sleep, argument: 3))
    stage.tick()
    XCTAssertEqual(stage.go(early)?.result, -1)
    stage.go(stage.body)
    stage.act(stage.body, .leave, group)
    XCTAssertEqual(stage.go(late)?.result, 0)
  }

  /// "all notifications of that generation are submitted in registration order", at once for an empty group.
  func testNotify() {
    let stage = Stage()
    let queue = stage.queue()
    let group = stage.world.pointee.makeGroup(creator: stage.body)
    let atOnce = stage.notify(group, queue)
    XCTAssertEqual(stage.go(atOnce)?.kind, .started)
    stage.end(atOnce)
    stage.act(stage.body, .enter, group)
    let first = stage.notify(group, queue)
    let second = stage.notify(group, queue)
    XCTAssertEqual(stage.world.pointee.notifies(of: group), [first, second])
    XCTAssertFalse(stage.isEnabled(first))
    stage.act(stage.body, .leave, group)
    XCTAssertTrue(stage.isEnabled(first))
    XCTAssertFalse(stage.isEnabled(second))
  }

  /// "group_async = enter + async + leave after the block".
  func testBlockLeavesItsGroup() {
    let stage = Stage()
    let group = stage.world.pointee.makeGroup(creator: stage.body)
    let item = stage.async(stage.queue(), group: group)
    XCTAssertEqual(stage.world.pointee.groupMembers(group), [item])
    stage.act(stage.body, .groupWait, group, argument: never)
    XCTAssertEqual(
      stage.world.pointee.waits(of: stage.body),
      [WaitEdge(waiter: stage.body, kind: .group, resource: group, holder: item)])
    stage.go(item)
    XCTAssertFalse(stage.isEnabled(stage.body))
    stage.end(item)
    XCTAssertEqual(stage.go(stage.body)?.result, 0)
  }

  /// Enter is a scheduling point only at count 0 (Design.md "Scheduling points").
  func testEnterIsAPointOnlyWhenEmpty() {
    let stage = Stage()
    let group = stage.world.pointee.makeGroup(creator: stage.body)
    XCTAssertTrue(stage.world.pointee.isPoint(stage.body, Operation(.enter, group)))
    stage.act(stage.body, .enter, group)
    XCTAssertFalse(stage.world.pointee.isPoint(stage.body, Operation(.enter, group)))
  }
}
