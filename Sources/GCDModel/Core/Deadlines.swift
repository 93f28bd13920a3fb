// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// A binary heap by (deadline, order of arrival); each task knows its place, so that removal needs no search.
extension Core {
  /// Puts a task into the heap, `lateness` behind its deadline; nothing happens for one that never comes.
  ///
  /// - Parameter repeats: It is one of many of a timer.
  mutating func arm(_ task: Int, _ wanted: UInt64, repeats: Bool = false) {
    let isAhead = wanted > clock.now && wanted < UInt64.max - clock.lateness
    let deadline = isAhead ? wanted + clock.lateness : wanted
    tasks.at[task].deadline = deadline
    tasks.at[task].isDue = false
    if deadline == UInt64.max { return }
    clock.lastTicket &+= 1
    let index = clock.deadlines.append(
      DeadlineEntry(deadline: deadline, ticket: clock.lastTicket, task: task, repeats: repeats))
    tasks.at[task].heapIndex = index
    if repeats { clock.repeatingDeadlines += 1 }
    siftUp(index)
  }

  /// Takes a task out of the heap; nothing happens if it is not there.
  mutating func disarm(_ task: Int) {
    let index = tasks.at[task].heapIndex
    if index < 0 { return }
    tasks.at[task].heapIndex = -1
    if clock.deadlines.at[index].repeats { clock.repeatingDeadlines -= 1 }
    let last = clock.deadlines.count - 1
    clock.deadlines.count = last
    if index == last { return }
    clock.deadlines.at[index] = clock.deadlines.at[last]
    tasks.at[clock.deadlines.at[index].task].heapIndex = index
    siftUp(index)
    siftDown(tasks.at[clock.deadlines.at[index].task].heapIndex)
  }

  private mutating func precedes(_ left: Int, _ right: Int) -> Bool {
    let first = clock.deadlines.at[left].deadline
    let second = clock.deadlines.at[right].deadline
    return first < second
      || (first == second && clock.deadlines.at[left].ticket < clock.deadlines.at[right].ticket)
  }

  private mutating func exchange(_ left: Int, _ right: Int) {
    let entry = clock.deadlines.at[left]
    clock.deadlines.at[left] = clock.deadlines.at[right]
    clock.deadlines.at[right] = entry
    tasks.at[clock.deadlines.at[left].task].heapIndex = left
    tasks.at[clock.deadlines.at[right].task].heapIndex = right
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
      if left < clock.deadlines.count && precedes(left, least) { least = left }
      if left + 1 < clock.deadlines.count && precedes(left + 1, least) { least = left + 1 }
      if least == index { return }
      exchange(index, least)
      index = least
    }
  }
}
