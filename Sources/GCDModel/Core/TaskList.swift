// Licensed under the Apache License, Version 2.0; see LICENSE.

/// The ends of a list of tasks that runs through `TaskState.listPrevious` and `listNext`; -1 = empty.
struct TaskList {
  var head = -1
  var tail = -1
}

extension Table<TaskState> {
  /// Appends a task that is in no list.
  mutating func link(_ task: Int, into list: inout TaskList, as membership: ListMembership) {
    let state = at + task
    let tail = list.tail
    state.pointee.list = membership
    state.pointee.listPrevious = tail
    state.pointee.listNext = -1
    if tail >= 0 { at[tail].listNext = task } else { list.head = task }
    list.tail = task
  }

  /// Removes a task from the list it is in.
  mutating func unlink(_ task: Int, from list: inout TaskList) {
    let state = at + task
    let previous = state.pointee.listPrevious
    let next = state.pointee.listNext
    if previous >= 0 { at[previous].listNext = next } else { list.head = next }
    if next >= 0 { at[next].listPrevious = previous } else { list.tail = previous }
    state.pointee.list = .none
  }
}
