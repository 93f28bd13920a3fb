// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// A deadline in the heap.
struct DeadlineEntry {
  var deadline: UInt64
  /// Order of arrival among equal deadlines.
  var ticket: UInt64
  var task: Int
}

/// A binary heap by (deadline, order of arrival); each task knows its place, so that removal needs no search.
extension World {
  /// Puts a task into the heap, `lateness` behind its deadline; nothing happens for one that never comes.
  mutating func arm(_ task: Int, _ wanted: UInt64) {
    let isAhead = wanted > now && wanted < UInt64.max - lateness
    let deadline = isAhead ? wanted + lateness : wanted
    tasks[task].deadline = deadline
    tasks[task].isDue = false
    if deadline == UInt64.max { return }
    if heapCount == heapCapacity {
      moveTable(&heap, used: heapCount, to: heapCapacity * 2)
      heapCapacity *= 2
    }
    heapTicket &+= 1
    let index = heapCount
    heapCount = index + 1
    (heap + index).initialize(to: DeadlineEntry(deadline: deadline, ticket: heapTicket, task: task))
    tasks[task].heapIndex = index
    if isRepeatingTimer(task) { repeatingDeadlines += 1 }
    siftUp(index)
  }

  /// Takes a task out of the heap; nothing happens if it is not there.
  mutating func disarm(_ task: Int) {
    let index = tasks[task].heapIndex
    if index < 0 { return }
    tasks[task].heapIndex = -1
    if isRepeatingTimer(task) { repeatingDeadlines -= 1 }
    let last = heapCount - 1
    heapCount = last
    if index == last { return }
    heap[index] = heap[last]
    tasks[heap[index].task].heapIndex = index
    siftUp(index)
    siftDown(tasks[heap[index].task].heapIndex)
  }

  mutating func isRepeatingTimer(_ task: Int) -> Bool {
    let source = tasks[task].source
    // A handler that runs may sleep: that deadline is its own.
    if source >= 0 { return tasks[task].phase == .delayed && sources[source].interval > 0 }
    return tasks[task].pending.kind == .timerExpires && tasks[task].pending.argument > 0
  }

  private mutating func precedes(_ left: Int, _ right: Int) -> Bool {
    let first = heap[left].deadline
    let second = heap[right].deadline
    return first < second || (first == second && heap[left].ticket < heap[right].ticket)
  }

  private mutating func exchange(_ left: Int, _ right: Int) {
    let entry = heap[left]
    heap[left] = heap[right]
    heap[right] = entry
    tasks[heap[left].task].heapIndex = left
    tasks[heap[right].task].heapIndex = right
  }

  private mutating func siftUp(_ start: Int) {
    var index = start
    while index > 0 {
      let parent = (index - 1) / 2
      if !precedes(index, parent) { return }
      exchange(index, parent)
      index = parent
    }
  }

  private mutating func siftDown(_ start: Int) {
    var index = start
    while true {
      var least = index
      let left = 2 * index + 1
      if left < heapCount && precedes(left, least) { least = left }
      if left + 1 < heapCount && precedes(left + 1, least) { least = left + 1 }
      if least == index { return }
      exchange(index, least)
      index = least
    }
  }
}
