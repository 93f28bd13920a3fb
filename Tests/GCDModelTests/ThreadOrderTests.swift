// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDModel
import GCDVocabulary
import XCTest

/// Which happens-before edges threads and their locks make (XBD 4.12 "Memory Synchronization").
final class ThreadOrderTests: XCTestCase {
  func testCreationAndJoin() {
    let stage = Stage()
    let thread = stage.world.pointee.makeThread(creator: stage.body, isDetached: false)
    let task = stage.world.pointee.threads.task(of: thread)
    stage.world.pointee.markBefore(stage.body, Operation(.createThread, thread, other: task.rawValue))
    XCTAssertEqual(
      stage.world.pointee.orderMarks, [SyncPoint(.taskStart, task.rawValue, releases: true)])
    stage.world.pointee.markAfter(stage.body, Operation(.join, thread), 0)
    XCTAssertEqual(stage.world.pointee.orderMarks, [SyncPoint(.taskEnd, task.rawValue, releases: false)])
    stage.world.pointee.markAfter(stage.body, Operation(.join, thread), -1)
    XCTAssertEqual(stage.world.pointee.orderMarks, [])
  }

  func testReadersAreNotInOrderAmongThemselves() {
    let stage = Stage()
    let lock = stage.world.pointee.makeReadWriteLock(prefersWriters: false, creator: stage.body)
    stage.act(stage.body, .readLock, lock)
    stage.world.pointee.markBefore(stage.body, Operation(.unlockReadWrite, lock))
    let shared = SyncPoint(.lockShared, UInt32(lock.index), releases: true)
    XCTAssertEqual(stage.world.pointee.orderMarks, [shared])
    stage.act(stage.body, .unlockReadWrite, lock)
    stage.world.pointee.markAfter(stage.body, Operation(.readLock, lock), 0)
    XCTAssertEqual(stage.world.pointee.orderMarks, [SyncPoint(.object, lock.rawValue, releases: false)])
    stage.act(stage.body, .writeLock, lock)
    stage.world.pointee.markAfter(stage.body, Operation(.writeLock, lock), 0)
    XCTAssertTrue(
      stage.world.pointee.orderMarks.contains(SyncPoint(.lockShared, UInt32(lock.index), releases: false)))
    stage.world.pointee.markBefore(stage.body, Operation(.unlockReadWrite, lock))
    XCTAssertEqual(stage.world.pointee.orderMarks, [SyncPoint(.object, lock.rawValue, releases: true)])
  }
}
