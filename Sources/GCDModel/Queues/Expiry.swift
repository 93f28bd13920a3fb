// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// The end of objects (Libdispatch.md 2.4): the last reference of the program goes, then what the library
/// keeps for itself; then the caller that owns the real object is notified, once.
extension World {
  /// The program has given up its last reference to an object.
  public mutating func releaseExternally(_ object: ObjectID) {
    switch object.kind {
    case .queue, .source:
      let lane = laneIndex(object)
      if hasNoSuspension(lane) && lanes[lane].source < 0 { return }  // global and main queues never go
      lanes[lane].isReleased = true
      if lanes[lane].references == 0 { expire(object) }
    case .group:
      groups[object.index].isReleased = true
      if groups[object.index].count == 0 { expire(object) }
    case .semaphore:
      expire(object)
    default:
      break
    }
  }

  /// The object that expired first and has not been taken, or `.none`.
  public mutating func takeExpired() -> ObjectID {
    if expiredCount == 0 { return .none }
    let object = expired[0]
    expiredCount -= 1
    var index = 0
    while index < expiredCount {
      expired[index] = expired[index + 1]
      index += 1
    }
    return object
  }

  /// An expired object gives back its target, once its finalizer has been submitted there.
  public mutating func bury(_ object: ObjectID) {
    let lane = laneIndex(object)
    if lane >= 0 && lanes[lane].target >= 0 { dropReference(to: lanes[lane].target) }
  }

  /// Makes and submits what the library itself has to run for an object that goes: a finalizer, or the
  /// destructor of a queue-specific value.
  ///
  /// - Parameter ordinal: Tells several of one object apart.
  public mutating func submitFinalizer(of object: ObjectID, on queue: ObjectID, ordinal: UInt64) -> TaskID {
    let task = makeItem(creator: .clock, kind: .finalizer, queue: queue, barrier: false, group: .none)
    tasks[Int(task.rawValue)].stableID = fold(
      fold(stableID(of: object), UInt64(TaskKind.finalizer.rawValue)), ordinal)
    submit(Int(task.rawValue))
    refreshClock()
    return task
  }

  @inline(__always)
  mutating func dropReference(to lane: Int) {
    let state = lanes + lane
    state.pointee.references -= 1
    if state.pointee.isReleased && state.pointee.references == 0 { expire(state.pointee.object) }
  }

  @inline(never)
  mutating func expire(_ object: ObjectID) {
    if expiredCount == expiredCapacity {
      moveTable(&expired, used: expiredCount, to: expiredCapacity * 2)
      expiredCapacity *= 2
    }
    (expired + expiredCount).initialize(to: object)
    expiredCount += 1
  }
}
