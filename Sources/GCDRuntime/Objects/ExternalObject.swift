// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDModel
import GCDVocabulary

/// A group or semaphore that was there before the run, which starts each run with the count that it really
/// has.
struct ExternalObject {
  var object: ObjectID
  /// Its count when the run took it over.
  var count: Int
}

extension Engine {
  /// Objects from outside whose counts the run that has just ended has changed: the change is dropped, so
  /// the next schedule does not see what this one left.
  var changedExternalObjects: [ObjectID] {
    pointee.notes.externalObjects.filter { count(of: $0.object) != $0.count }.map(\.object)
  }

  func noteExternalObject(_ object: ObjectID) {
    pointee.notes.externalObjects.append(ExternalObject(object: object, count: count(of: object)))
  }

  private func count(of object: ObjectID) -> Int {
    object.kind == .group
      ? pointee.world.groups.count(of: object) : pointee.world.semaphores.value(of: object)
  }
}
#endif
