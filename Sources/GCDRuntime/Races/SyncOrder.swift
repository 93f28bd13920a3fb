// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary

/// Tells ThreadSanitizer what the operations of the running task put in order. The model says what that is,
/// the sanitizer takes it from the very thread that it concerns: nothing of this may wait for another one.
///
/// Nothing here is called in a program without ThreadSanitizer.
struct SyncOrder {
  let engine: Engine

  func before(_ task: TaskID, _ operation: Operation) {
    engine.pointee.world.markBefore(task, operation)
    putInOrder()
  }

  func after(_ task: TaskID, _ operation: Operation, _ result: Int64) {
    engine.pointee.world.markAfter(task, operation, result)
    putInOrder()
    comeBehindResumption()
  }

  /// The running task is about to resume the continuation of a Swift task.
  func resume(_ swiftTask: ObjectID) {
    if swiftTask != .none { object(swiftTask, releases: true) }
  }

  /// A continuation may be resumed before it is awaited, and the await is over at once then, in a library:
  /// the task comes behind the resume with the call after which it could see it.
  private func comeBehindResumption() {
    let running = engine.runningSwiftTask
    if running != .none { object(running, releases: false) }
  }

  @inline(never)
  func start(_ task: TaskID) {
    engine.pointee.world.markStart(task)
    putInOrder()
  }

  @inline(never)
  func end(_ task: TaskID) {
    engine.pointee.world.markEnd(task)
    putInOrder()
  }

  /// Before the running task is parked: if its run ends now, it never comes to its own end.
  func pause() { gcdc_order(address(of: SyncPoint(.run, 0, releases: true)), true) }

  /// On the carrier, around a run: all that happened before it, and all that happened in it.
  func run(begins: Bool) { gcdc_order(address(of: SyncPoint(.run, 0, releases: begins)), begins) }

  /// The edges of an object next to those of its operations.
  func object(_ object: ObjectID, releases: Bool) {
    gcdc_order(address(of: SyncPoint(.object, object.rawValue, releases: releases)), releases)
  }

  func handler(_ source: ObjectID) {
    engine.pointee.world.markHandler(source)
    putInOrder()
  }

  private func putInOrder() {
    for mark in engine.pointee.world.orderMarks { gcdc_order(address(of: mark), mark.releases) }
  }

  /// Locks, once tokens and futex words meet at their own address, where code outside the run finds them
  /// too; everything else at one that nothing else has.
  private func address(of mark: SyncPoint) -> UnsafeRawPointer {
    if mark.facet != .object { return gcdc_order_point(UInt32(mark.facet.rawValue), mark.id) }
    let object = ObjectID(rawValue: mark.id)
    if object.kind == .group || object.kind == .semaphore {
      return gcdc_order_point(UInt32(SyncFacet.object.rawValue) + UInt32(object.kind.rawValue), mark.id)
    }
    let real = engine.pointee.records.find(object)?.pointee.address ?? 0
    return UnsafeRawPointer(bitPattern: real)
      ?? gcdc_order_point(UInt32(SyncFacet.object.rawValue) + UInt32(object.kind.rawValue), mark.id)
  }
}

extension Engine {
  /// The edges of a lock, a once token or a futex word that the model does not know.
  func order(_ word: UnsafeRawPointer, releases: Bool) {
    if pointee.process.watchesRaces { gcdc_order(word, releases) }
  }

  /// The edges of an object next to those of its operations.
  func order(_ object: ObjectID, releases: Bool) {
    if pointee.process.watchesRaces { SyncOrder(engine: self).object(object, releases: releases) }
  }
}
#endif
