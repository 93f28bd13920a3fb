// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary

/// Tells ThreadSanitizer what the operations of the running task put in order. The model says what that is,
/// the sanitizer takes it from the very thread that it concerns: nothing of this may wait for another one.
///
/// Nothing here is called in a program without ThreadSanitizer.
extension Engine {
  /// A step whose operation makes its edges.
  func stepInOrder(_ task: TaskID, _ operation: Operation) -> Int64 {
    orderBefore(task, operation)
    let announcement = state.pointee.world.announce(task, operation)
    let result = proceed(task, announcement, operation.object)
    orderAfter(task, operation, result)
    return result
  }

  func orderBefore(_ task: TaskID, _ operation: Operation) {
    state.pointee.world.markBefore(task, operation)
    putInOrder()
  }

  func orderAfter(_ task: TaskID, _ operation: Operation, _ result: Int64) {
    state.pointee.world.markAfter(task, operation, result)
    putInOrder()
  }

  @inline(never)
  func orderStart(_ task: TaskID) {
    state.pointee.world.markStart(task)
    putInOrder()
  }

  @inline(never)
  func orderEnd(_ task: TaskID) {
    state.pointee.world.markEnd(task)
    putInOrder()
  }

  /// Before the running task is parked: if its run ends now, it never comes to its own end.
  func orderPause() { gcdc_order(address(of: SyncPoint(.run, 0, releases: true)), true) }

  /// On the carrier, around a run: all that happened before it, and all that happened in it.
  func orderRun(begins: Bool) { gcdc_order(address(of: SyncPoint(.run, 0, releases: begins)), begins) }

  /// The edges of a lock, a once token or a futex word that the model does not know.
  func order(_ word: UnsafeRawPointer, releases: Bool) {
    if state.pointee.watchesRaces { gcdc_order(word, releases) }
  }

  /// The edges of an object next to those of its operations.
  func order(_ object: ObjectID, releases: Bool) {
    if !state.pointee.watchesRaces { return }
    gcdc_order(address(of: SyncPoint(.object, object.rawValue, releases: releases)), releases)
  }

  func orderHandler(_ source: ObjectID) {
    if !state.pointee.watchesRaces { return }
    state.pointee.world.markHandler(source)
    putInOrder()
  }

  private func putInOrder() {
    for mark in state.pointee.world.orderMarks { gcdc_order(address(of: mark), mark.releases) }
  }

  /// Locks, once tokens and futex words meet at their own address, where code outside the run finds them
  /// too; everything else at one that nothing else has.
  private func address(of mark: SyncPoint) -> UnsafeRawPointer {
    if mark.facet != .object { return gcdc_order_point(UInt32(mark.facet.rawValue), mark.id) }
    let object = ObjectID(rawValue: mark.id)
    if object.kind == .group || object.kind == .semaphore {
      return gcdc_order_point(UInt32(SyncFacet.object.rawValue) + UInt32(object.kind.rawValue), mark.id)
    }
    let real = state.pointee.records.find(object)?.pointee.address ?? 0
    return UnsafeRawPointer(bitPattern: real)
      ?? gcdc_order_point(UInt32(SyncFacet.object.rawValue) + UInt32(object.kind.rawValue), mark.id)
  }
}
#endif
