// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDModel
import GCDModelPrograms
import GCDVocabulary
import XCTest

/// Libdispatch.md 2.10: asserts and specifics; main queue (fact 4).
final class FrameTests: XCTestCase {
  /// "assert_queue passes if it appears in the frame chain incl. targets and enclosing syncs"; "_barrier:
  /// width 1 or IN_BARRIER"; "get_specific: current queue then its targets, not the frames of enclosing
  /// syncs".
  func testFrames() {
    let stage = Stage()
    let target = stage.queue()
    let outer = stage.queue(serial: false)
    let inner = stage.queue(serial: false, target: target)
    stage.act(stage.body, .barrierSync, outer)
    stage.act(stage.body, .sync, inner)
    XCTAssertEqual(stage.world.pointee.currentQueue(stage.body), inner)
    XCTAssertEqual(stage.world.pointee.frameQueues(stage.body), [inner, target])
    for queue in [outer, inner, target] {
      XCTAssertTrue(stage.world.pointee.isOn(stage.body, queue, barrier: false))
    }
    XCTAssertTrue(stage.world.pointee.isOn(stage.body, outer, barrier: true))
    XCTAssertTrue(stage.world.pointee.isOn(stage.body, target, barrier: true))
    XCTAssertFalse(stage.world.pointee.isOn(stage.body, inner, barrier: true))
    stage.act(stage.body, .endSync, inner)
    XCTAssertFalse(stage.world.pointee.isOn(stage.body, inner, barrier: false))
    stage.act(stage.body, .endSync, outer)
    XCTAssertEqual(stage.world.pointee.currentQueue(stage.body), .none)
  }

  /// Design.md "The place of the body".
  func testMainQueueHosts() {
    let main = Stage(host: .bodyIsMain)
    let queue = main.world.pointee.mainQueue
    XCTAssertTrue(main.world.pointee.isOn(main.body, queue, barrier: true))
    let item = main.async(queue)
    XCTAssertFalse(main.isEnabled(item))
    XCTAssertEqual(main.act(main.body, .sync, queue)?.kind, .deadlock)
    let served = Stage(host: .served)
    XCTAssertEqual(served.act(served.body, .sync, served.world.pointee.mainQueue)?.kind, .completed)
    let ending = Stage(host: .bodyIsMain)
    let late = ending.async(ending.world.pointee.mainQueue)
    ending.end(ending.body)
    XCTAssertTrue(ending.isEnabled(late))
  }
}
