// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDModel
import GCDModelPrograms
import GCDVocabulary
import XCTest

/// Libdispatch.md 2.6.
final class SemaphoreTests: XCTestCase {
  /// "wait returns 0 or -1": a poll of an empty semaphore fails at once, a positive one succeeds.
  func testPoll() {
    let stage = Stage()
    let semaphore = stage.world.pointee.makeSemaphore(value: 1, creator: stage.body)
    XCTAssertEqual(stage.act(stage.body, .wait, semaphore, argument: 0)?.result, 0)
    XCTAssertEqual(stage.act(stage.body, .wait, semaphore, argument: 0)?.result, -1)
  }

  /// "signal returns 0 (nobody waiting) or 1"; "barging is legal": a signal enables every waiter, the first
  /// to go takes it.
  func testEveryWaiterMayTakeTheSignal() {
    let stage = Stage()
    let semaphore = stage.world.pointee.makeSemaphore(value: 0, creator: stage.body)
    let first = stage.thread()
    let second = stage.thread()
    XCTAssertNil(stage.act(first, .wait, semaphore, argument: never))
    XCTAssertNil(stage.act(second, .wait, semaphore, argument: never))
    XCTAssertEqual(stage.act(stage.body, .signal, semaphore)?.result, 1)
    XCTAssertTrue(stage.isEnabled(first) && stage.isEnabled(second))
    XCTAssertEqual(stage.go(second)?.result, 0)
    XCTAssertFalse(stage.isEnabled(first))
    XCTAssertEqual(stage.act(stage.body, .signal, semaphore)?.result, 1)
    XCTAssertEqual(stage.go(first)?.result, 0)
    XCTAssertEqual(stage.act(stage.body, .signal, semaphore)?.result, 0)
  }

  /// A timeout that races with its signal goes both ways; success is preferred when both have come.
  func testTimeoutAgainstSignal() {
    let stage = Stage()
    let semaphore = stage.world.pointee.makeSemaphore(value: 0, creator: stage.body)
    XCTAssertNil(stage.act(stage.body, .wait, semaphore, argument: 5))
    XCTAssertTrue(stage.isEnabled(.clock))
    stage.tick()
    XCTAssertEqual(stage.world.pointee.core.clock.now, 5)
    XCTAssertEqual(stage.go(stage.body)?.result, -1)
    let thread = stage.thread()
    XCTAssertNil(stage.act(thread, .wait, semaphore, argument: 9))
    XCTAssertNil(stage.act(stage.body, .sleep, argument: 9))
    stage.tick()
    XCTAssertEqual(stage.go(stage.body)?.result, 0)
    stage.act(stage.body, .signal, semaphore)
    XCTAssertEqual(stage.go(thread)?.result, 0)
  }

  /// An announced wait that another task makes impossible still ends at its deadline.
  func testAnnouncedWaitLosesItsValue() {
    let stage = Stage()
    let semaphore = stage.world.pointee.makeSemaphore(value: 1, creator: stage.body)
    let thread = stage.thread()
    XCTAssertEqual(
      stage.world.pointee.announce(thread, Operation(.wait, semaphore, argument: 7)), .enabled)
    XCTAssertEqual(stage.act(stage.body, .wait, semaphore, argument: never)?.result, 0)
    XCTAssertFalse(stage.isEnabled(thread))
    XCTAssertNil(stage.act(stage.body, .sleep, argument: 20))
    stage.tick()
    XCTAssertEqual(stage.world.pointee.core.clock.now, 7)
    XCTAssertEqual(stage.go(thread)?.result, -1)
  }

  /// "Dispose with current value < creation value traps; higher is fine".
  func testReleaseCheck() {
    let stage = Stage()
    let semaphore = stage.world.pointee.makeSemaphore(value: 1, creator: stage.body)
    stage.act(stage.body, .wait, semaphore, argument: never)
    XCTAssertEqual(stage.world.pointee.releaseCheck(semaphore), .semaphoreFreedBelowItsInitialValue)
    stage.act(stage.body, .signal, semaphore)
    stage.act(stage.body, .signal, semaphore)
    XCTAssertEqual(stage.world.pointee.releaseCheck(semaphore), .none)
  }
}
