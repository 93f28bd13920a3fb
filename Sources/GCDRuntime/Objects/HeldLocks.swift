// Licensed under the Apache License, Version 2.0; see LICENSE.
import CGCDInterpose
import GCDVocabulary

/// Real mutexes that tasks of this run hold.
///
/// The real mutex is taken together with the modelled one, so that code outside the run still sees it as locked.
/// A run that is abandoned would leave it locked for ever: `giveBack` opens it.
struct HeldLocks {
  private struct Entry {
    var mutex: UnsafeMutableRawPointer
    var task: TaskID
  }

  private var entries: [Entry] = []

  mutating func add(_ mutex: UnsafeMutableRawPointer, _ task: TaskID) {
    entries.append(Entry(mutex: mutex, task: task))
  }

  mutating func remove(_ mutex: UnsafeMutableRawPointer) {
    // Locks are mostly given back in reverse order.
    var index = entries.count - 1
    while index >= 0 {
      if entries[index].mutex == mutex {
        entries.remove(at: index)
        return
      }
      index -= 1
    }
  }

  /// Opens every mutex that is still held. Nobody waits for one in the kernel: waiting is virtual.
  mutating func giveBack() {
    for entry in entries {
      // glibc: lock word, count, owner, users; the kind that follows stays.
      entry.mutex.storeBytes(of: 0, as: UInt64.self)
      entry.mutex.storeBytes(of: 0, toByteOffset: 8, as: UInt64.self)
    }
    entries.removeAll(keepingCapacity: true)
  }
}
