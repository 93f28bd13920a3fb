// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDModel
import GCDModelPrograms
import GCDVocabulary
import XCTest

/// Workloops (Libdispatch.md 3 "Queue type doesn't support dispatch_sync", "Waking up an inactive workloop").
final class WorkloopTests: XCTestCase {
  func testBlocksRunOneByOneAndSyncIsRefused() {
    let stage = Stage()
    let workloop = stage.queue()
    stage.world.pointee.markWorkloop(workloop)
    let (first, second) = (stage.async(workloop), stage.async(workloop))
    XCTAssertFalse(stage.isEnabled(second))
    stage.go(first)
    XCTAssertFalse(stage.isEnabled(second))
    stage.end(first)
    XCTAssertTrue(stage.isEnabled(second))
    XCTAssertEqual(stage.act(stage.body, .sync, workloop)?.misuse, .syncOnUnsupportedObject)
    XCTAssertEqual(stage.act(stage.body, .barrierSync, workloop)?.misuse, .syncOnUnsupportedObject)
  }

  func testAnInactiveOneTakesNoBlocks() {
    let stage = Stage()
    let workloop = stage.queue(inactive: true)
    stage.world.pointee.markWorkloop(workloop)
    let item = stage.world.pointee.makeItem(
      creator: stage.body, kind: .async, queue: workloop, barrier: false, group: .none)
    XCTAssertEqual(
      stage.act(stage.body, .async, workloop, other: item.rawValue)?.misuse, .wakeupOfInactiveWorkloop)
  }
}
