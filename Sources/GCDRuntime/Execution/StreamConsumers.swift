// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary

/// Who asked for an element last, of each stream that can have one consumer at a time.
///
/// A stream is known by the address of its lock, and may have been freed: what is noted of it counts only
/// while the task awaits the very same element.
struct StreamConsumers {
  struct Consumer {
    /// The task's address.
    var task: UInt
    /// What the runtime keeps of its wait.
    var wait: UInt
    var object: ObjectID
    var runner: TaskID
    /// Return addresses of the functions that await the element, the innermost first; set once a second
    /// consumer comes.
    var awaiting: [UInt] = []

    fileprivate var stillWaits: Bool {
      let facts = gcdc_task_facts_of(UnsafeRawPointer(bitPattern: task)!)
      return facts.awaits == GCDC_AWAITS_CONTINUATION && UInt(bitPattern: facts.object) == wait
    }
  }

  private var last: [UInt: Consumer] = [:]
  /// The stream that each task has asked for an element last: it awaits one of no other, though the runtime
  /// keeps its next wait at the same address, and another stream may come to be where an earlier one was.
  private var streams: [UInt: UInt] = [:]

  /// A task is about to await an element; returns the one that awaits one of the same stream.
  mutating func note(_ consumer: Consumer, of stream: UInt) -> Consumer? {
    if var first = last[stream], streams[first.task] == stream, first.stillWaits {
      first.awaiting = suspendedStack(ofTaskAt: first.task)
      // It may have got its element at once, and await a continuation of the program's own by now.
      if let inner = first.awaiting.first,
        gcdc_is_library_address(UnsafeRawPointer(bitPattern: inner))
      {
        return first
      }
    }
    last[stream] = consumer
    streams[consumer.task] = stream
    return nil
  }

  mutating func reset() {
    if last.isEmpty { return }
    last.removeAll(keepingCapacity: true)
    streams.removeAll(keepingCapacity: true)
  }
}

/// Return addresses of the functions that a task is suspended in, the innermost first.
func suspendedStack(ofTaskAt address: UInt) -> [UInt] {
  var addresses = [UInt](repeating: 0, count: Int(GCDC_SUSPENDED_DEPTH))
  var isContinuation = false
  let count = gcdc_suspended_stack(UnsafeRawPointer(bitPattern: address)!, &addresses, &isContinuation)
  return Array(addresses.prefix(count))
}
#endif
