// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Who used a place last, as far as a hash over a run needs to know.
struct ResourceEntry {
  var place: UInt64
  /// Entries of other stamps than the table's are free.
  var stamp: UInt64
  var last: UInt64
  var before: UInt64
  var mode: UInt8
}

/// A table by place that is emptied in one step; open addressing in plain memory, which the owner frees.
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

  /// The entry of a place, valid until the next call; all 0 if there was none.
  mutating func entry(_ place: UInt64) -> UnsafeMutablePointer<ResourceEntry> {
    if used &* 2 >= capacity { grow() }
    let found = slot(place)
    if found.pointee.stamp != stamp {
      found.pointee = ResourceEntry(place: place, stamp: stamp, last: 0, before: 0, mode: 0)
      used &+= 1
    }
    return found
  }

  /// Where a place is, or would.
  private func slot(_ place: UInt64) -> UnsafeMutablePointer<ResourceEntry> {
    let mask = capacity &- 1
    var index = Int(truncatingIfNeeded: (place &* 0x9e37_79b9_7f4a_7c15) &>> 32) & mask
    while entries[index].stamp == stamp, entries[index].place != place { index = (index &+ 1) & mask }
    return entries + index
  }

  private mutating func grow() {
    let old = entries
    let size = capacity
    capacity *= 2
    entries = ResourceTable.allocate(capacity)
    for index in 0..<size where old[index].stamp == stamp { slot(old[index].place).pointee = old[index] }
    old.deallocate()
  }

  private static func allocate(_ count: Int) -> UnsafeMutablePointer<ResourceEntry> {
    let entries = UnsafeMutablePointer<ResourceEntry>.allocate(capacity: count)
    entries.initialize(
      repeating: ResourceEntry(place: 0, stamp: 0, last: 0, before: 0, mode: 0), count: count)
    return entries
  }
}
