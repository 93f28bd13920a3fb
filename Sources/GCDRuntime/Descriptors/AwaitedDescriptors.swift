// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDVocabulary

/// Descriptors that tasks and sources wait for, as the kernel is asked for them: one call for all.
struct AwaitedDescriptors {
  /// The task that waits: a task, or a source when the task is none.
  struct Owner {
    var task: TaskID
    var source: ObjectID
    /// What a run loop waits for is its own: only a thread outside the run could wake it.
    var isRunLoop = false
  }

  // invariant: entries below `count` are initialised in both tables; order is that of arrival.
  private(set) var awaited: UnsafeMutablePointer<gcdc_awaited>
  private(set) var owners: UnsafeMutablePointer<Owner>
  private(set) var count = 0
  private var capacity = 16

  init() {
    awaited = .allocate(capacity: capacity)
    owners = .allocate(capacity: capacity)
  }

  mutating func append(_ descriptor: Int32, _ events: Int16, _ owner: Owner) {
    if count == capacity { grow() }
    (awaited + count).initialize(to: gcdc_awaited(descriptor: descriptor, events: events, found: 0))
    (owners + count).initialize(to: owner)
    count += 1
  }

  mutating func remove(task: TaskID) { removeAll { $0.task == task } }

  mutating func removeSources() { removeAll { $0.task == .none } }

  mutating func removeAll() { count = 0 }

  private mutating func removeAll(_ isGone: (Owner) -> Bool) {
    var kept = 0
    for index in 0..<count where !isGone(owners[index]) {
      if kept != index {
        awaited[kept] = awaited[index]
        owners[kept] = owners[index]
      }
      kept += 1
    }
    count = kept
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<gcdc_awaited>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: awaited, count: count)
    awaited.deallocate()
    awaited = larger
    let largerOwners = UnsafeMutablePointer<Owner>.allocate(capacity: capacity * 2)
    largerOwners.moveInitialize(from: owners, count: count)
    owners.deallocate()
    owners = largerOwners
    capacity *= 2
  }
}
#endif
