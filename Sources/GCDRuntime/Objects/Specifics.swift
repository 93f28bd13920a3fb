// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose

/// Queue-specific values that a run has set: the real queues keep them, without their destructors.
///
/// What is left when the run is over is taken back, so that each schedule starts without it, on the main and
/// global queues too; the destructors run then.
struct Specifics {
  struct Value {
    var value: UnsafeMutableRawPointer
    var destructor: @convention(c) (UnsafeMutableRawPointer?) -> Void
  }

  private struct Entry {
    var queue: UnsafeMutableRawPointer
    var key: UnsafeRawPointer
    var value: UnsafeMutableRawPointer?
    var destructor: CFunction
    var owned: Value? { value.flatMap { value in destructor.map { Value(value: value, destructor: $0) } } }
  }

  // invariant: at most one entry for a queue and a key.
  private var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }

  /// Notes a new value; returns the one that it replaces, if that wants to be destroyed.
  mutating func note(
    _ queue: UnsafeMutableRawPointer, _ key: UnsafeRawPointer, _ value: UnsafeMutableRawPointer?,
    _ destructor: CFunction
  ) -> Value? {
    let index = entries.firstIndex { $0.queue == queue && $0.key == key }
    let old = index.flatMap { entries[$0].owned }
    if let index { entries.remove(at: index) }
    if value != nil { entries.append(Entry(queue: queue, key: key, value: value, destructor: destructor)) }
    return old
  }

  /// Takes the values of a queue that goes away, those that want to be destroyed.
  mutating func take(of queue: UnsafeMutableRawPointer) -> [Value] {
    if entries.isEmpty { return [] }
    let taken = entries.filter { $0.queue == queue }
    entries.removeAll { $0.queue == queue }
    return taken.compactMap(\.owned)
  }

  /// Takes every value back. Only on the carrier, outside the run, while the queues are still pinned.
  mutating func takeBack() {
    if entries.isEmpty { return }
    let taken = entries
    entries.removeAll(keepingCapacity: true)
    for entry in taken { gcdc_queue_clear_specific(entry.queue, entry.key) }
    for entry in taken { entry.owned.map { $0.destructor($0.value) } }
  }
}
#endif
