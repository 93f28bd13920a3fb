// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDVocabulary

/// The work items of a run that the engine has taken over.
///
/// A real item lives and dies with its block, so nothing here may touch one without asking its group, which
/// is pinned and of which the item is the only owner.
struct ItemTable {
  private struct Entry {
    var item: UnsafeMutableRawPointer
    var group: UnsafeMutableRawPointer
  }

  private var entries: [Entry] = []

  /// What calls the item next is a queue, or a sync, and not the program: set for the length of that call.
  var expected: UnsafeMutableRawPointer?
  /// That call is the run of a task of its own.
  var isSubmission = false

  mutating func take(_ item: UnsafeMutableRawPointer, _ group: UnsafeMutableRawPointer) {
    entries.append(Entry(item: item, group: group))
    gcdc_item_own(item)
  }

  /// Gives every item that still lives back to the real library. Only on the carrier, outside the run, while
  /// the groups are still pinned.
  mutating func giveBack() {
    if entries.isEmpty { return }
    for entry in entries where gcdc_external_count(entry.group) >= 0 { gcdc_item_disown(entry.item) }
    entries.removeAll(keepingCapacity: true)
    expected = nil
  }
}
#endif
