// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDVocabulary

/// The groups of children in a run of a search, as far as children joined them.
///
/// A group has no name of its own: a later one at the same address, and another one of the same task, are
/// taken for the same.
struct WatchedGroups {
  struct Entry {
    /// The task that has made the group.
    let maker: ObjectID
    /// Some child gives it a result other than `Void`: that of the child that ends first comes first.
    let hasResults: Bool
  }

  /// By address.
  private var entries: [UInt: Entry] = [:]

  /// Bytes: what the compiler sets aside for a group.
  private static let size: UInt = 256

  mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

  mutating func add(_ group: UInt, of maker: ObjectID, hasResults: Bool) {
    entries[group] = Entry(maker: maker, hasResults: hasResults || entries[group]?.hasResults == true)
  }

  /// The group that an address is a part of.
  func group(around address: UInt) -> Entry? {
    entries.first { $0.key <= address && address - $0.key < WatchedGroups.size }?.value
  }
}
#endif
