// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose

/// The Swift tasks that a run has made, as far as their making was seen.
///
/// Addresses only: a task may have ended and been freed long ago, and a reader that reads one asks
/// `gcdc_task_facts_of` first. An address that comes back is a new task and takes the place of the old one.
struct SwiftTaskTable {
  struct Entry {
    var address: UInt
    /// Where it was made.
    var site: Site
    /// Stack of the call that made it; only while stacks are recorded.
    var stack: StackReference
    /// Counts from 1, in the order of creation.
    var number: Int
    /// How many steps there were when it was submitted last, as far as that was seen.
    var lastSubmission = 0
  }

  private(set) var entries: [Entry] = []
  private var places: [UInt: Int] = [:]
  private var made = 0

  mutating func add(_ address: UInt, _ site: Site, _ stack: StackReference = .none) {
    made += 1
    let entry = Entry(address: address, site: site, stack: stack, number: made)
    if let place = places[address] {
      entries[place] = entry
    } else {
      places[address] = entries.count
      entries.append(entry)
    }
  }

  /// A task continues; one that is not known yet was made by a library.
  mutating func noteSubmission(of address: UInt, at step: Int) {
    if places[address] == nil { add(address, .none) }
    entries[places[address]!].lastSubmission = step
  }

  func entry(at address: UInt) -> Entry? { places[address].map { entries[$0] } }

  mutating func reset() {
    if entries.isEmpty { return }
    entries.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    made = 0
  }
}

extension SwiftTaskTable.Entry {
  var pointer: UnsafeRawPointer { UnsafeRawPointer(bitPattern: address)! }

  /// What the runtime says of it now.
  var facts: gcdc_task_facts { gcdc_task_facts_of(pointer) }

  /// Return addresses of the functions that it is suspended in, the innermost first.
  func suspendedStack() -> [UInt] {
    var addresses = [UInt](repeating: 0, count: Int(GCDC_SUSPENDED_DEPTH))
    var isContinuation = false
    let count = gcdc_suspended_stack(pointer, &addresses, &isContinuation)
    return Array(addresses.prefix(count))
  }
}
#endif
