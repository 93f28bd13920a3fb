// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDModel
import GCDModelPrograms
import GCDVocabulary
import XCTest

/// Stable ids, the enabled set, reuse.
final class WorldTests: XCTestCase {
  /// Ids depend on the creator and on how many of the kind it made, not on what others did meanwhile
  /// (Determinism.md "Stable ids").
  func testStableIDs() {
    let one = Stage()
    let other = Stage()
    let queue = one.queue()
    XCTAssertEqual(one.world.pointee.stableID(of: queue), other.world.pointee.stableID(of: other.queue()))
    let thread = other.thread()
    _ = other.world.pointee.makeSemaphore(value: 0, creator: thread)
    let left = one.async(queue)
    let right = other.async(other.world.pointee.makeGlobalQueue())
    XCTAssertEqual(one.world.pointee.stableID(left), other.world.pointee.stableID(right))
    XCTAssertNotEqual(one.world.pointee.stableID(left), one.world.pointee.stableID(one.async(queue)))
  }

  /// The hash is that of the set, the oldest is the one that became enabled first, the running task stays in.
  func testEnabledSet() {
    let stage = Stage()
    let thread = stage.thread()
    let item = stage.async(stage.queue())
    let members = (0..<stage.world.pointee.core.enabled.count).map { stage.world.pointee.core.enabled.at[$0] }
    XCTAssertEqual(Set(members), [stage.body, thread, item])
    let hash = members.reduce(UInt64(0)) { $0 ^ (stage.world.pointee.stableID($1) &+ Core.clockShare) }
    XCTAssertEqual(stage.world.pointee.core.enabledHash, hash)
    XCTAssertEqual(stage.world.pointee.oldestEnabled, stage.body)
    stage.end(stage.body)
    XCTAssertEqual(stage.world.pointee.oldestEnabled, thread)
  }

  /// Who was passed over stays behind those that become enabled later, and comes before nobody else.
  func testPostponed() {
    let stage = Stage()
    let world = stage.world
    let first = stage.thread()
    let second = stage.thread()
    func order() -> [TaskID] {
      var tasks: [TaskID] = []
      while world.pointee.core.enabled.count > 0 {
        let next = world.pointee.oldestEnabled
        tasks.append(next)
        stage.end(next)
      }
      return tasks
    }
    world.pointee.postpone(stage.body)
    world.pointee.postpone(first)
    let third = stage.thread()
    XCTAssertEqual(order(), [second, third, stage.body, first])
    XCTAssertEqual(world.pointee.oldestEnabled, .none)
  }

  /// A world that is reset plays the next run like a new one, also after its tables have grown.
  func testReset() {
    let stage = Stage()
    var hashes: [UInt64] = []
    for _ in 0..<3 {
      stage.world.pointee.reset(WorldConfiguration())
      let body = stage.world.pointee.makeBody(mainQueueHost: .served)
      XCTAssertEqual(body, .body)
      let queue = stage.world.pointee.makeQueue(
        serial: false, target: .none, inactive: false, immutableTarget: true, creator: body)
      let items = (0..<500).map { _ in stage.async(queue, from: body) }
      for item in items { stage.go(item) }
      for item in items.reversed() { stage.end(item) }
      hashes.append(stage.world.pointee.stateDigest() ^ stage.world.pointee.core.enabledHash)
      XCTAssertEqual(stage.world.pointee.core.tasksAlive, 1)
    }
    XCTAssertEqual(Set(hashes).count, 1)
  }
}
