// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

extension World {
  /// Grows when an object comes in that may be named after the one that meets it first, and not only after
  /// who made it.
  var objectCount: Int {
    mutating get {
      var count =
        locks.table.count + conditions.table.count + onces.table.count + readWriteLocks.table.count
        + barriers.table.count + futexes.table.count
      var slot = ObjectKind.queue.creationSlot
      // The clock is the maker of what was there before the run.
      while slot < creationSlots {
        count += Int(core.creationCounters.at[slot])
        slot += 1
      }
      // A `sem_t` need not be announced before it is used.
      var semaphore = 0
      while semaphore < semaphores.table.count {
        if semaphores.table.at[semaphore].isCancellationPoint { count += 1 }
        semaphore += 1
      }
      return count
    }
  }
}
