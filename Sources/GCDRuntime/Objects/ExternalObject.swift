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
    pointee.notes.externalObjects.filter(hasChanged).map(\.object)
  }

  /// Whether there are any; asked after each run.
  var hasChangedExternalObjects: Bool {
    // By index: to iterate over an array allocates where nothing is optimised.
    for index in 0..<pointee.notes.externalObjects.count
    where hasChanged(pointee.notes.externalObjects[index]) { return true }
    return false
  }

  private func hasChanged(_ external: ExternalObject) -> Bool {
    count(of: external.object) != external.count
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
