// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDModel
import GCDModelPrograms
import GCDVocabulary
import XCTest

/// Locks, conditions, once tokens (Libdispatch.md 2.10 "once") and futexes.
final class LockTests: XCTestCase {
  func testMutexAndCycle() {
    let stage = Stage()
    let first = stage.world.pointee.makeLock(recursive: false, creator: stage.body)
    let second = stage.world.pointee.makeLock(recursive: false, creator: stage.body)
    let thread = stage.thread()
    stage.act(stage.body, .lock, first)
    stage.act(thread, .lock, second)
    XCTAssertEqual(stage.act(thread, .tryLock, first)?.result, -1)
    XCTAssertNil(stage.act(thread, .lock, first))
    XCTAssertEqual(stage.act(stage.body, .lock, second)?.kind, .deadlock)
    XCTAssertEqual(
      stage.world.pointee.ownerCycle(),
      [
        WaitEdge(waiter: stage.body, kind: .lock, resource: second, holder: thread),
        WaitEdge(waiter: thread, kind: .lock, resource: first, holder: stage.body),
      ])
  }

  func testRecursiveLock() {
    let stage = Stage()
    let lock = stage.world.pointee.makeLock(recursive: true, creator: stage.body)
    let thread = stage.thread()
    stage.act(stage.body, .lock, lock)
    stage.act(stage.body, .lock, lock)
    XCTAssertNil(stage.act(thread, .lock, lock))
    stage.act(stage.body, .unlock, lock)
    XCTAssertFalse(stage.isEnabled(thread))
    stage.act(stage.body, .unlock, lock)
    XCTAssertEqual(stage.go(thread)?.result, 0)
    let plain = stage.world.pointee.makeLock(recursive: false, creator: stage.body)
    stage.act(stage.body, .lock, plain)
    XCTAssertEqual(stage.act(stage.body, .lock, plain)?.kind, .deadlock)
  }

  func testCondition() {
    let stage = Stage()
    let lock = stage.world.pointee.makeLock(recursive: false, creator: stage.body)
    let condition = stage.world.pointee.makeCondition(creator: stage.body)
    let thread = stage.thread()
    for deadline in [never, 30] {
      stage.act(thread, .lock, lock)
      XCTAssertEqual(
        stage.act(thread, .conditionWait, condition, other: lock.rawValue, argument: deadline)?.kind, .blocked
      )
      XCTAssertEqual(stage.act(stage.body, .lock, lock)?.result, 0)
      if deadline == never {
        XCTAssertEqual(stage.act(stage.body, .signalCondition, condition)?.result, 1)
      } else {
        XCTAssertNil(stage.act(stage.body, .sleep, argument: 30))
        stage.tick()
        stage.go(stage.body)
        XCTAssertEqual(stage.go(thread)?.kind, .blocked)
      }
      XCTAssertFalse(stage.isEnabled(thread))
      stage.act(stage.body, .unlock, lock)
      XCTAssertEqual(stage.go(thread)?.result, deadline == never ? 0 : -1)
      XCTAssertEqual(stage.world.pointee.locks.owner(of: lock), thread)
      stage.act(thread, .unlock, lock)
    }
  }

  func testOnce() {
    let stage = Stage()
    let once = stage.world.pointee.makeOnce(hangsOnRecursion: false, creator: stage.body)
    let thread = stage.thread()
    XCTAssertEqual(stage.act(stage.body, .onceBegin, once)?.result, 1)
    XCTAssertNil(stage.act(thread, .onceBegin, once))
    stage.act(stage.body, .onceEnd, once)
    XCTAssertEqual(stage.go(thread)?.result, 0)
    XCTAssertFalse(stage.world.pointee.isPoint(stage.body, Operation(.onceBegin, once)))
    let left = stage.world.pointee.makeOnce(hangsOnRecursion: true, creator: stage.body)
    XCTAssertEqual(stage.act(stage.body, .onceBegin, left)?.result, 1)
    XCTAssertNil(stage.act(thread, .onceBegin, left))
    stage.act(stage.body, .onceEnd, left, other: 1)
    XCTAssertEqual(stage.go(thread)?.result, 1, "an exception has left the initialiser: it runs again")
    stage.act(thread, .onceEnd, left)
    let again = stage.world.pointee.makeOnce(hangsOnRecursion: false, creator: stage.body)
    stage.act(stage.body, .onceBegin, again)
    XCTAssertEqual(stage.act(stage.body, .onceBegin, again)?.misuse, .recursiveOnce)
    let swift = stage.world.pointee.makeOnce(hangsOnRecursion: true, creator: stage.body)
    stage.act(thread, .onceBegin, swift)
    XCTAssertEqual(stage.act(thread, .onceBegin, swift)?.kind, .deadlock)
  }

  func testFutex() {
    let stage = Stage()
    let futex = stage.world.pointee.makeFutex(creator: stage.body)
    let first = stage.thread()
    let second = stage.thread()
    XCTAssertNil(stage.act(first, .futexWait, futex, argument: never))
    XCTAssertNil(stage.act(second, .futexWait, futex, argument: 9))
    XCTAssertEqual(stage.world.pointee.sleepers(onFutex: futex), 2)
    XCTAssertEqual(stage.act(stage.body, .futexWake, futex, argument: 1)?.result, 1)
    XCTAssertEqual(stage.go(first)?.result, 0)
    stage.end(first)
    stage.end(stage.body)
    stage.tick()
    XCTAssertEqual(stage.go(second)?.result, -1)
  }
}
