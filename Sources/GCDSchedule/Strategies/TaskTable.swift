// Licensed under the Apache License, Version 2.0; see LICENSE.

/// One number per task of the running schedule, 0 until set; indexed by `TaskID.rawValue`.
///
/// Plain memory, so that a look-up costs a load even where nothing is optimised. The owner frees it.
struct TaskTable {
  /// Always `capacity` initialised numbers; valid until the next `set`. Loops read it without a call.
  private(set) var numbers: UnsafeMutablePointer<Int64>
  private var capacity: Int
  /// Numbers from here on are 0; at most `capacity`.
  private(set) var used = 0

  init() {
    capacity = 64
    numbers = .allocate(capacity: capacity)
    numbers.initialize(repeating: 0, count: capacity)
  }

  func free() { numbers.deallocate() }

  /// Forgets all tasks; costs as much as the last run had tasks.
  mutating func removeAll() {
    numbers.update(repeating: 0, count: used)
    used = 0
  }

  /// The number of `task`, 0 if none was set.
  func value(_ task: Int) -> Int64 { task < used ? numbers[task] : 0 }

  mutating func set(_ task: Int, _ value: Int64) {
    if task >= used {
      if task >= capacity { grow(to: task) }
      used = task &+ 1
    }
    numbers[task] = value
  }

  private mutating func grow(to task: Int) {
    let larger = max(capacity &* 2, task &+ 1)
    let copy = UnsafeMutablePointer<Int64>.allocate(capacity: larger)
    copy.update(from: numbers, count: capacity)
    (copy + capacity).initialize(repeating: 0, count: larger &- capacity)
    numbers.deallocate()
    numbers = copy
    capacity = larger
  }
}
