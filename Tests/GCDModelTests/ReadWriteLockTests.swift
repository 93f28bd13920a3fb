// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDModel
import GCDVocabulary
import XCTest

/// Read-write locks: pthread_rwlock_rdlock(3p), pthread_rwlock_wrlock(3p), pthread_rwlockattr_setkind_np(3).
final class ReadWriteLockTests: XCTestCase {
  private func lock(on stage: Stage, prefersWriters: Bool = false) -> ObjectID {
    stage.world.pointee.makeReadWriteLock(prefersWriters: prefersWriters, creator: stage.body)
  }

  func testReadersShareAndAWriterIsAlone() {
    let stage = Stage()
    let lock = lock(on: stage)
    let (reader, writer) = (stage.thread(), stage.thread())
    XCTAssertEqual(stage.act(stage.body, .readLock, lock)?.result, 0)
    XCTAssertEqual(stage.act(reader, .readLock, lock)?.result, 0)
    XCTAssertEqual(stage.act(writer, .tryWriteLock, lock)?.result, -1)
    XCTAssertNil(stage.act(writer, .writeLock, lock))
    XCTAssertEqual(
      Set(stage.world.pointee.waits(of: writer).map(\.holder)), [stage.body, reader])
    stage.act(stage.body, .unlockReadWrite, lock)
    XCTAssertFalse(stage.isEnabled(writer))
    stage.act(reader, .unlockReadWrite, lock)
    XCTAssertEqual(stage.go(writer)?.result, 0)
    XCTAssertEqual(stage.world.pointee.readWriteLocks.writer(of: lock), writer)
    XCTAssertEqual(stage.act(reader, .tryReadLock, lock)?.result, -1)
    XCTAssertNil(stage.act(reader, .readLock, lock))
    stage.act(writer, .unlockReadWrite, lock)
    XCTAssertEqual(stage.go(reader)?.result, 0)
  }

  /// As in glibc: the count of readers wraps, and no writer gets the lock until it is even again.
  func testAnUnlockTooMuchKeepsWritersOut() {
    let stage = Stage()
    let lock = stage.world.pointee.makeReadWriteLock(
      prefersWriters: false, isMadeInRun: true, creator: stage.body)
    stage.act(stage.body, .writeLock, lock)
    stage.act(stage.body, .unlockReadWrite, lock)
    XCTAssertEqual(stage.act(stage.body, .unlockReadWrite, lock)?.result, 0)
    let writer = stage.thread()
    XCTAssertNil(stage.act(writer, .writeLock, lock))
    XCTAssertEqual(stage.world.pointee.waits(of: writer).map(\.holder), [.none])
    XCTAssertEqual(stage.act(stage.body, .readLock, lock)?.result, 0)
    XCTAssertTrue(stage.isEnabled(writer))
  }

  /// One that was there before the run may have been taken then.
  func testAnUnlockOfALockFromOutside() {
    let stage = Stage()
    let lock = lock(on: stage)
    XCTAssertEqual(stage.act(stage.body, .unlockReadWrite, lock)?.result, -1)
    XCTAssertEqual(stage.act(stage.body, .writeLock, lock)?.result, 0)
  }

  func testByDefaultAReaderPassesAWaitingWriter() {
    let stage = Stage()
    let lock = lock(on: stage)
    let writer = stage.thread()
    stage.act(stage.body, .readLock, lock)
    XCTAssertNil(stage.act(writer, .writeLock, lock))
    XCTAssertEqual(stage.act(stage.body, .readLock, lock)?.result, 0)
    stage.act(stage.body, .unlockReadWrite, lock)
    XCTAssertFalse(stage.isEnabled(writer))
    stage.act(stage.body, .unlockReadWrite, lock)
    XCTAssertTrue(stage.isEnabled(writer))
  }

  func testWhereWritersArePreferredAReaderThatComesAgainHangs() {
    let stage = Stage()
    let lock = lock(on: stage, prefersWriters: true)
    let writer = stage.thread()
    stage.act(stage.body, .readLock, lock)
    XCTAssertEqual(stage.act(writer, .writeLock, lock)?.kind, .blocked)
    XCTAssertEqual(stage.act(stage.body, .tryReadLock, lock)?.result, -1)
    XCTAssertEqual(stage.act(stage.body, .readLock, lock)?.kind, .deadlock)
    XCTAssertEqual(stage.world.pointee.ownerCycle().map(\.waiter), [stage.body, writer])
  }

  func testUpgradeWaitsForItself() {
    let stage = Stage()
    let lock = lock(on: stage)
    stage.act(stage.body, .readLock, lock)
    XCTAssertEqual(stage.act(stage.body, .writeLock, lock)?.kind, .deadlock)
    XCTAssertEqual(
      stage.world.pointee.ownerCycle(),
      [WaitEdge(waiter: stage.body, kind: .readWriteLock, resource: lock, holder: stage.body)])
  }

  func testDeadlinesEndAWait() {
    for prefersWriters in [false, true] {
      let stage = Stage()
      let lock = lock(on: stage, prefersWriters: prefersWriters)
      let (writer, reader) = (stage.thread(), stage.thread())
      stage.act(stage.body, .readLock, lock)
      stage.act(writer, .writeLock, lock, argument: 10)
      XCTAssertFalse(stage.isEnabled(writer))
      if prefersWriters { XCTAssertNil(stage.act(reader, .readLock, lock)) } else { stage.end(reader) }
      XCTAssertNil(stage.act(stage.body, .sleep, argument: 20))
      stage.tick()
      XCTAssertEqual(stage.go(writer)?.result, -1)
      if prefersWriters { XCTAssertEqual(stage.go(reader)?.result, 0) }
    }
  }

  /// A wait that could have ended, and was overtaken, still ends at its deadline.
  func testAnOvertakenWaitKeepsItsDeadline() {
    let stage = Stage()
    let lock = stage.world.pointee.makeLock(recursive: false, creator: stage.body)
    let (first, second) = (stage.thread(), stage.thread())
    stage.world.pointee.announce(first, Operation(.lock, lock, argument: 10))
    stage.act(second, .lock, lock)
    XCTAssertFalse(stage.isEnabled(first))
    stage.end(second)
    XCTAssertNil(stage.act(stage.body, .sleep, argument: 20))
    stage.tick()
    XCTAssertEqual(stage.go(first)?.result, -1)
  }
}
