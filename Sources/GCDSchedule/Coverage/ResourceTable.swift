// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Who used a resource last, as far as a hash over a run needs to know.
struct ResourceEntry {
  var resource: UInt64
  /// Entries of other stamps than the table's are free.
  var stamp: UInt64
  var last: UInt64
  var before: UInt64
  var mode: UInt8
}

/// A table by resource that is emptied in one step; open addressing in plain memory, which the owner frees.
struct ResourceTable {
  private var entries: UnsafeMutablePointer<ResourceEntry>
  /// A power of two, at most half full.
  private var capacity = 256
  private var used = 0
  private var stamp: UInt64 = 1

  init() { entries = ResourceTable.allocate(capacity) }

  func free() { entries.deallocate() }

  mutating func removeAll() {
    stamp &+= 1
    used = 0
  }

  /// The entry of a resource, valid until the next call; all 0 if there was none.
  mutating func entry(_ resource: UInt64) -> UnsafeMutablePointer<ResourceEntry> {
    if used &* 2 >= capacity { grow() }
    let found = slot(resource)
    if found.pointee.stamp != stamp {
      found.pointee = ResourceEntry(resource: resource, stamp: stamp, last: 0, before: 0, mode: 0)
      used &+= 1
    }
    return found
  }

  /// Where a resource is, or would.
  private func slot(_ resource: UInt64) -> UnsafeMutablePointer<ResourceEntry> {
    let mask = capacity &- 1
    var index = Int(truncatingIfNeeded: (resource &* 0x9e37_79b9_7f4a_7c15) &>> 32) & mask
    while entries[index].stamp == stamp, entries[index].resource != resource { index = (index &+ 1) & mask }
    return entries + index
  }

  private mutating func grow() {
    let old = entries
    let size = capacity
    capacity *= 2
    entries = ResourceTable.allocate(capacity)
    for index in 0..<size where old[index].stamp == stamp { slot(old[index].resource).pointee = old[index] }
    old.deallocate()
  }

  private static func allocate(_ count: Int) -> UnsafeMutablePointer<ResourceEntry> {
    let entries = UnsafeMutablePointer<ResourceEntry>.allocate(capacity: count)
    entries.initialize(
      repeating: ResourceEntry(resource: 0, stamp: 0, last: 0, before: 0, mode: 0), count: count)
    return entries
  }
}
