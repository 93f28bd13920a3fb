// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDModel
import GCDModelPrograms
import GCDVocabulary
import XCTest

/// Equal deadlines: a choice, unless the clock only stood still between two reads of one task.
final class TieTests: XCTestCase {
  func testDeadlinesOfOneReadAreAChoice() {
    let stage = Stage()
    let queue = stage.queue()
    stage.world.pointee.noteClockRead(stage.body)
    let first = stage.async(queue, at: 10)
    let second = stage.async(queue, at: 10)
    letPass(stage)
    XCTAssertTrue(stage.isEnabled(first))
    XCTAssertTrue(stage.isEnabled(second))
  }

  func testALaterReadGivesALaterDeadline() {
    let stage = Stage()
    let queue = stage.queue()
    var items: [TaskID] = []
    for _ in 0..<3 {
      stage.world.pointee.noteClockRead(stage.body)
      items.append(stage.async(queue, at: 10))
    }
    letPass(stage)
    for index in items.indices {
      XCTAssertTrue(stage.isEnabled(items[index]))
      for later in items.dropFirst(index + 1) { XCTAssertFalse(stage.isEnabled(later)) }
      XCTAssertEqual(stage.go(items[index]), Outcome(kind: .progressed))
    }
    XCTAssertEqual(stage.world.pointee.queueItems(queue), items)
  }

  func testTwoOfOneReadBothWaitForAnEarlierRead() {
    let stage = Stage()
    let queue = stage.queue()
    let first = stage.async(queue, at: 10)
    stage.world.pointee.noteClockRead(stage.body)
    let second = stage.async(queue, at: 10)
    let third = stage.async(queue, at: 10)
    letPass(stage)
    XCTAssertFalse(stage.isEnabled(second))
    XCTAssertFalse(stage.isEnabled(third))
    stage.go(first)
    XCTAssertTrue(stage.isEnabled(second))
    XCTAssertTrue(stage.isEnabled(third))
  }

  func testDeadlinesOfTwoTasksAreAChoice() {
    let stage = Stage()
    let queue = stage.queue()
    let other = stage.thread()
    stage.world.pointee.noteClockRead(stage.body)
    let first = stage.async(queue, at: 10)
    stage.world.pointee.noteClockRead(other)
    let second = stage.async(queue, from: other, at: 10)
    XCTAssertNil(stage.act(other, .sleep, argument: 20))
    letPass(stage)
    XCTAssertTrue(stage.isEnabled(first))
    XCTAssertTrue(stage.isEnabled(second))
  }

  func testATimerKeepsItsPlaceBeforeALaterDeadline() {
    let stage = Stage()
    let queue = stage.queue()
    let timer = stage.world.pointee.makeSource(kind: .timer, target: queue, creator: stage.body)
    _ = stage.world.pointee.setHandler(timer, .eventHandler, isPresent: true)
    stage.world.pointee.setInterval(timer, 5)
    stage.act(stage.body, .setTimer, timer, argument: 10)
    stage.act(stage.body, .activate, timer)
    stage.world.pointee.noteClockRead(stage.body)
    let item = stage.async(queue, at: 10)
    letPass(stage)
    XCTAssertFalse(stage.isEnabled(item))
    let fire = TaskID(item.rawValue - 1)
    XCTAssertEqual(stage.world.pointee.kind(of: fire), .eventHandler)
    stage.go(fire)
    XCTAssertTrue(stage.isEnabled(item))
  }

  /// A wait that runs out together with a delayed block stays a choice.
  func testAWaitIsNoArrival() {
    let stage = Stage()
    let queue = stage.queue()
    stage.world.pointee.noteClockRead(stage.body)
    let item = stage.async(queue, at: 10)
    stage.world.pointee.noteClockRead(stage.body)
    XCTAssertNil(stage.act(stage.body, .sleep, argument: 10))
    stage.tick()
    XCTAssertTrue(stage.isEnabled(item))
    XCTAssertTrue(stage.isEnabled(stage.body))
  }

  private func letPass(_ stage: Stage) {
    XCTAssertNil(stage.act(stage.body, .sleep, argument: 100))
    stage.tick()
    XCTAssertEqual(stage.world.pointee.core.clock.now, 10)
    XCTAssertTrue(stage.world.pointee.isConsistent())
  }
}
