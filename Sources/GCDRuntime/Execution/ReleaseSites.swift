// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDVocabulary

/// The calls of one run behind which others may continue, numbered as they are first met.
///
/// Addresses are compared and nothing more, so that a program's builds number them alike.
struct ReleaseSites {
  /// More than that are not distinguished: each of them has this number.
  static let most = 64

  private struct Entry {
    var key: UInt64 = 0
    var ordinal = 0
  }

  /// Twice as many as are in use at most, so that a search ends; `key` 0 = free.
  private let entries: UnsafeMutablePointer<Entry>
  private static let capacity = most * 2
  private(set) var count = 0

  init() {
    entries = .allocate(capacity: ReleaseSites.capacity)
    entries.initialize(repeating: Entry(), count: ReleaseSites.capacity)
  }

  mutating func removeAll() {
    if count == 0 { return }
    entries.update(repeating: Entry(), count: ReleaseSites.capacity)
    count = 0
  }

  /// The number of a call, from 0. Calls from one place onto several objects are several: the place may be in
  /// an overlay that passes all of a program's calls on.
  mutating func ordinal(_ operation: Operation, _ site: UnsafeRawPointer?) -> Int {
    let place = UInt64(UInt(bitPattern: site)) ^ UInt64(operation.kind.rawValue) << 56
    let key = fold(mix(place), UInt64(operation.object.rawValue)) | 1
    var index = Int(truncatingIfNeeded: key >> 1) & (ReleaseSites.capacity - 1)
    while entries[index].key != 0 {
      if entries[index].key == key { return entries[index].ordinal }
      index = (index + 1) & (ReleaseSites.capacity - 1)
    }
    if count == ReleaseSites.most { return count }
    entries[index] = Entry(key: key, ordinal: count)
    count += 1
    return count - 1
  }
}
#endif
