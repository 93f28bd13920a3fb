// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose

/// Queue-specific values that a run has set: the real queues keep them, without their destructors.
///
/// They are taken back when the run is over, so that each schedule starts without them, on the main and
/// global queues too; the destructors run then.
struct Specifics {
  private struct Entry {
    var queue: UnsafeMutableRawPointer
    var key: UnsafeRawPointer
    var value: UnsafeMutableRawPointer?
    var destructor: CFunction
  }

  private var entries: [Entry] = []

  mutating func note(
    _ queue: UnsafeMutableRawPointer, _ key: UnsafeRawPointer, _ value: UnsafeMutableRawPointer?,
    _ destructor: CFunction
  ) {
    entries.append(Entry(queue: queue, key: key, value: value, destructor: destructor))
  }

  /// Takes every value back. Only on the carrier, outside the run, while the queues are still pinned.
  mutating func takeBack() {
    if entries.isEmpty { return }
    let taken = entries
    entries.removeAll(keepingCapacity: true)
    for entry in taken { gcdc_queue_clear_specific(entry.queue, entry.key) }
    for entry in taken {
      if let value = entry.value { entry.destructor?(value) }
    }
  }
}
#endif
