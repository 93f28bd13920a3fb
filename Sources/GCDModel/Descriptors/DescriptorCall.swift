// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// File descriptors: the kernel knows when one is ready; here only the waiting is modelled.
///
/// A wait stays disabled until the owner of the world says that what it waits for is ready, or until its
/// deadline has come.
extension World {
  /// Makes a descriptor that is waited for.
  public mutating func makeDescriptor(creator: TaskID) -> ObjectID {
    let stable = nextStableID(of: .descriptor, creator: creator)
    let index = descriptorCount
    if index == descriptorCapacity {
      moveTable(&descriptors, used: index, to: descriptorCapacity * 2)
      descriptorCapacity *= 2
    }
    descriptorCount = index + 1
    descriptors[index] = stable
    return ObjectID(.descriptor, index)
  }

  /// A deadline that is not in the future is that of a call which does not wait.
  mutating func announceDescriptorCall(_ task: Int, _ deadline: UInt64) -> Bool {
    tasks[task].waitResult = -1
    return waitsNoLonger(task, than: deadline)
  }

  /// What a task waits for is ready: its wait can end. Nothing happens if the wait is over already.
  public mutating func descriptorReady(_ task: TaskID) {
    let index = Int(task.rawValue)
    if !tasks[index].pending.kind.isDescriptorCall || tasks[index].waitResult == 0 { return }
    tasks[index].waitResult = 0
    disarm(index)
    enable(index)
    refreshClock()
  }

  /// Result 0: ready. Result -1: the deadline has come, or the call did not wait.
  mutating func descriptorCall(_ task: Int) -> Outcome { done(task, tasks[task].waitResult) }
}
