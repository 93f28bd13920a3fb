// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

extension World {
  /// Grows when an object comes in that may be named after the one that meets it first, and not only after
  /// who made it.
  var objectCount: Int {
    mutating get {
      var count = lockCount + conditionCount + onceCount + readWriteLockCount + barrierCount + futexCount
      var slot = ObjectKind.queue.creationSlot
      // The clock is the maker of what was there before the run.
      while slot < creationSlots {
        count += Int(creationCounters[slot])
        slot += 1
      }
      // A `sem_t` need not be announced before it is used.
      var semaphore = 0
      while semaphore < semaphoreCount {
        if semaphores[semaphore].isCancellationPoint { count += 1 }
        semaphore += 1
      }
      return count
    }
  }
}
