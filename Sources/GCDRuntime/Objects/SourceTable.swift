// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDVocabulary

/// The handlers of a run's sources, indexed as `ObjectID.index`; the model knows only when one is due.
struct SourceTable {
  struct Entry {
    var handlers: (event: gcdc_work?, cancel: gcdc_work?, registration: gcdc_work?) = (nil, nil, nil)
    var hasCancelHandler = false
  }

  private(set) var entries: [Entry] = []

  subscript(source: ObjectID) -> Entry {
    get { source.index < entries.count ? entries[source.index] : Entry() }
    set {
      while entries.count <= source.index { entries.append(Entry()) }
      entries[source.index] = newValue
    }
  }

  /// Gives every handler back. Only on the carrier, outside the run.
  mutating func removeAll() {
    if entries.isEmpty { return }
    let old = entries
    entries.removeAll(keepingCapacity: true)
    for entry in old {
      if let work = entry.handlers.event { gcdc_work_discard(work) }
      if let work = entry.handlers.cancel { gcdc_work_discard(work) }
      if let work = entry.handlers.registration { gcdc_work_discard(work) }
    }
  }
}
#endif
