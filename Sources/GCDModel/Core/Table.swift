// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A table of plain data that grows by doubling: `table.at[index]` is one entry.
///
/// Entries are reached through the pointer, never through a subscript of the table's own, which would be a
/// call where nothing is optimised. Invariant: entries below `count` are initialised, those above are not.
/// The pointer is valid until the next entry is appended; the owner frees the table once, and copies of it
/// are not used afterwards.
public struct Table<State> {
  public internal(set) var at: UnsafeMutablePointer<State>
  public internal(set) var count = 0
  private(set) var capacity: Int

  init(capacity: Int = 8) {
    at = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  /// Adds an entry; returns its index. Inlined, so that an entry is made in its place and not copied there.
  @inline(__always)
  mutating func append(_ state: State) -> Int {
    let index = count
    if index == capacity { grow(to: capacity * 2) }
    (at + index).initialize(to: state)
    count = index + 1
    return index
  }

  /// Moves the entries to a larger place; for the rare moment at which the table is full.
  @inline(never)
  mutating func grow(to capacity: Int) {
    let larger = UnsafeMutablePointer<State>.allocate(capacity: capacity)
    larger.moveInitialize(from: at, count: count)
    at.deallocate()
    at = larger
    self.capacity = capacity
  }

  /// Forgets all entries and keeps their memory.
  mutating func reset() { count = 0 }

  func free() { at.deallocate() }
}
