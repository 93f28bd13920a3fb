// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDModel
import GCDModelPrograms
import GCDVocabulary
import XCTest

/// Libdispatch.md 2.8, Design.md "Clock".
final class TimeTests: XCTestCase {
  /// The clock moves only when nothing is enabled, to the next deadline.
  func testClockWaitsForWork() {
    let stage = Stage()
    let sleeper = stage.thread()
    XCTAssertNil(stage.act(sleeper, .sleep, argument: 10))
    XCTAssertFalse(stage.isEnabled(.clock))
    XCTAssertNil(stage.act(stage.body, .sleep, argument: 4))
    XCTAssertEqual(stage.world.pointee.oldestEnabled, .clock)
    stage.tick()
    XCTAssertEqual(stage.world.pointee.core.clock.now, 4)
    XCTAssertTrue(stage.isEnabled(stage.body))
    XCTAssertFalse(stage.isEnabled(.clock))
  }

  /// With skew, a deadline that is close enough is a choice although others are enabled.
  func testSkew() {
    let stage = Stage(WorldConfiguration(skew: 5))
    let sleeper = stage.thread()
    XCTAssertNil(stage.act(sleeper, .sleep, argument: 5))
    XCTAssertTrue(stage.isEnabled(.clock))
    XCTAssertEqual(stage.world.pointee.oldestEnabled, stage.body)
    stage.tick()
    XCTAssertNil(stage.act(sleeper, .sleep, argument: 11))
    XCTAssertFalse(stage.isEnabled(.clock))
  }

  /// With lateness, who measures a sleep finds that much more than was asked for; equal deadlines stay equal,
  /// and one that comes sooner after another than that is as late as every other.
  func testLateness() {
    let stage = Stage(WorldConfiguration(lateness: 10))
    let sleepers = [stage.thread(), stage.thread(), stage.thread()]
    for (sleeper, deadline) in zip(sleepers, [5, 5, 6] as [UInt64]) {
      XCTAssertNil(stage.act(sleeper, .sleep, argument: deadline))
    }
    XCTAssertNil(stage.act(stage.body, .sleep, argument: 20))
    stage.tick()
    XCTAssertEqual(stage.world.pointee.core.clock.now, 15)
    XCTAssertEqual(sleepers.map { stage.isEnabled($0) }, [true, true, false])
    for sleeper in sleepers[..<2] { XCTAssertNil(stage.act(sleeper, .sleep, argument: 40)) }
    stage.tick()
    XCTAssertEqual(stage.world.pointee.core.clock.now, 16)
    XCTAssertTrue(stage.isEnabled(sleepers[2]))
  }

  /// "dispatch_after: NOW or past -> plain async at once; FOREVER -> dropped".
  func testAfterNowAndNever() {
    let stage = Stage()
    let queue = stage.queue()
    XCTAssertNil(stage.act(stage.body, .sleep, argument: 3))
    stage.tick()
    stage.go(stage.body)
    XCTAssertTrue(stage.isEnabled(stage.async(queue, at: 2)))
    let dropped = stage.async(queue, at: never)
    XCTAssertEqual(stage.world.pointee.phase(of: dropped), .ended)
    XCTAssertEqual(stage.world.pointee.nextDeadline, never)
  }

  /// "Same-deadline order unspecified; distinct deadlines in order".
  func testAfterOrder() {
    let stage = Stage(WorldConfiguration(skew: 100))
    let queue = stage.queue()
    let late = stage.async(queue, at: 8)
    let first = stage.async(queue, at: 5)
    let second = stage.async(queue, at: 5)
    stage.tick()
    XCTAssertTrue(stage.isEnabled(first) && stage.isEnabled(second))
    stage.tick()
    XCTAssertFalse(stage.isEnabled(late))
    XCTAssertEqual(stage.go(second)?.kind, .progressed)
    XCTAssertFalse(stage.isEnabled(late))
    stage.go(first)
    XCTAssertTrue(stage.isEnabled(late))
    stage.go(late)
    XCTAssertEqual(stage.world.pointee.queueItems(queue), [second, first, late])
  }
}
