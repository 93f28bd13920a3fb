// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDVocabulary

/// What belongs to a run's sources, indexed as `ObjectID.index`; the model knows only when a handler is due.
struct SourceTable {
  struct Entry {
    var event: gcdc_work?
    var cancel: gcdc_work?
    var registration: gcdc_work?
    /// The clock that a timer is bound to, as in a `dispatch_time_t`; nil = any.
    var fixedClock: Int32?
    /// Set for a timer that is made of an interval only.
    var interval: IntervalTimer?
  }

  private(set) var entries: [Entry] = []

  subscript(source: ObjectID) -> Entry {
    get { source.index < entries.count ? entries[source.index] : Entry() }
    set {
      while entries.count <= source.index { entries.append(Entry()) }
      entries[source.index] = newValue
    }
  }

  /// The handler of a kind.
  func work(_ source: ObjectID, _ kind: TaskKind) -> gcdc_work? {
    switch kind {
    case .cancelHandler: self[source].cancel
    case .registrationHandler: self[source].registration
    default: self[source].event
    }
  }

  /// Sets the handler of a kind; returns the former one, which belongs to the caller.
  mutating func exchange(_ source: ObjectID, _ kind: TaskKind, _ new: gcdc_work?) -> gcdc_work? {
    let old = work(source, kind)
    switch kind {
    case .cancelHandler: self[source].cancel = new
    case .registrationHandler: self[source].registration = new
    default: self[source].event = new
    }
    return old
  }

  /// Gives every handler back. Only on the carrier, outside the run.
  mutating func removeAll() {
    if entries.isEmpty { return }
    let old = entries
    entries.removeAll(keepingCapacity: true)
    for entry in old {
      for work in [entry.event, entry.cancel, entry.registration] {
        if let work { gcdc_work_discard(work) }
      }
    }
  }
}
#endif
