// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Who continues among those that a strategy's own rule leaves: by partial order sampling, or by priorities.
struct FallbackStrategy {
  private var sampling = PartialOrderSampling()
  private var priorities = PriorityStrategy()
  private var usesPriorities = false
  /// Candidates that the rule leaves, and where each is among all; grown when there are more.
  private var left: UnsafeMutablePointer<TaskID>
  private var places: UnsafeMutablePointer<Int>
  private var capacity = 64
  private var count = 0

  init() {
    left = .allocate(capacity: capacity)
    places = .allocate(capacity: capacity)
  }

  func free() {
    sampling.free()
    priorities.free()
    left.deallocate()
    places.deallocate()
  }

  /// Begins a run; `depth` as for PCT, 0 = partial order sampling.
  mutating func begin(depth: Int, length: Int, generator: inout SeededGenerator) {
    usesPriorities = depth > 0
    if usesPriorities {
      priorities.begin(depth: depth, length: length, generator: &generator)
    } else {
      sampling.begin(seed: generator.next())
    }
  }

  // MARK: One choice: `clear`, `add` for each that is left, `next`

  @inline(__always)
  mutating func clear(for candidates: Int) {
    count = 0
    if candidates > capacity { grow(to: candidates) }
  }

  @inline(__always)
  mutating func add(_ task: TaskID, at place: Int) {
    left[count] = task
    places[count] = place
    count &+= 1
  }

  /// How many are left.
  var size: Int { count }

  /// Where the one that continues is among all candidates; at least one must be left.
  mutating func next(point: Int, view: TaskView, generator: inout SeededGenerator) -> Int {
    if usesPriorities {
      return places[priorities.next(left, count, point: point, clockOddsMask: 0, generator: &generator)]
    }
    return places[sampling.next(left, count, view: view)]
  }

  /// The candidate at `chosen` continues; all of them, also those that the rule held, may have lost to it.
  mutating func settle(
    _ candidates: UnsafePointer<TaskID>, _ count: Int, chosen: Int, view: TaskView
  ) {
    if !usesPriorities { sampling.settle(candidates, count, chosen: chosen, view: view) }
  }

  mutating func demote(_ task: TaskID) {
    if usesPriorities { priorities.demote(task) } else { sampling.demote(task) }
  }

  private mutating func grow(to candidates: Int) {
    left.deallocate()
    places.deallocate()
    capacity = max(candidates, capacity &* 2)
    left = .allocate(capacity: capacity)
    places = .allocate(capacity: capacity)
  }
}
