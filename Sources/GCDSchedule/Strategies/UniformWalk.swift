// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// A random walk weighted by what each task still has to do, which makes interleavings about equally likely.
///
/// Zhao, Wolff, Mathur, Roychoudhury: Selectively Uniform Concurrency Testing, ASPLOS 2025 (URW and SURW). A
/// plain walk rushes through tasks with little to do and leaves the long ones for last. The selective form
/// draws one object for each run and is uniform in the order of the operations on that alone; all others go
/// by partial order sampling. Deviations: a serial queue is one task, since its blocks are; the task that is
/// next in line for the drawn object is drawn again when it cannot continue; unknown tasks weigh 1.
struct UniformWalk {
  private var weights = TaskWeights()
  private var background = FallbackStrategy()
  /// Kept from the first measured run for good.
  private var census = AccessProfile()
  /// Whether only the operations on one object are ordered uniformly.
  private var selects = false
  /// That object, as a raw id; 0 = there is none.
  private var object: UInt32 = 0
  /// Who does the next operation on `object`; `.none` = not drawn.
  private var elected = TaskID.none

  func free() {
    weights.free()
    background.free()
  }

  mutating func learn(_ census: AccessProfile) { self.census = census }

  /// Begins a run; `selects` = for one object, drawn by the number of operations on it; `depth` and `length`
  /// are those of the order of all other operations.
  mutating func begin(selects: Bool, depth: Int, length: Int, generator: inout SeededGenerator) {
    self.selects = selects
    object = selects ? drawObject(generator: &generator) : 0
    elected = .none
    background.begin(depth: depth, length: length, generator: &generator)
    weights.begin(census, object: object)
  }

  private func drawObject(generator: inout SeededGenerator) -> UInt32 {
    let all = census.shared.reduce(0) { $0 + $1.count }
    if all == 0 { return 0 }
    var drawn = generator.below(all)
    for entry in census.shared {
      drawn -= entry.count
      if drawn < 0 { return entry.object }
    }
    return 0
  }

  /// The index of the candidate that continues, never the clock.
  mutating func next(
    _ candidates: UnsafePointer<TaskID>, _ count: Int, point: Int, view: TaskView,
    generator: inout SeededGenerator
  ) -> Int {
    weights.update(view, census)
    if !selects { return draw(candidates, count, view, onlyOnObject: false, generator: &generator) }
    background.clear(for: count)
    var waiting = 0
    var index = 0
    while index < count {
      let task = candidates[index]
      if task != .clock {
        if isOnObject(task, view), task != elected {
          waiting &+= 1
        } else {
          background.add(task, at: index)
        }
      }
      index &+= 1
    }
    var chosen = -1
    if background.size == 0 || (elected == .none && waiting > 0) {
      // A task is elected as soon as one is before the object, or when no other task can continue.
      let drawn = draw(
        candidates, count, view, onlyOnObject: background.size == 0, generator: &generator)
      elected = candidates[drawn]
      if background.size == 0 || isOnObject(elected, view) { chosen = drawn }
    }
    if chosen < 0 { chosen = background.next(point: point, view: view, generator: &generator) }
    background.settle(candidates, count, chosen: chosen, view: view)
    return chosen
  }

  private func isOnObject(_ task: TaskID, _ view: TaskView) -> Bool {
    object != 0 && view.operation(of: task).pointee.object.rawValue == object
  }

  /// Draws a candidate by weight; evenly where none has any.
  private func draw(
    _ candidates: UnsafePointer<TaskID>, _ count: Int, _ view: TaskView, onlyOnObject: Bool,
    generator: inout SeededGenerator
  ) -> Int {
    var sum: Int64 = 0
    var index = 0
    while index < count {
      let task = candidates[index]
      if task != .clock, !onlyOnObject || isOnObject(task, view) {
        sum &+= weights.weight(task, view)
      }
      index &+= 1
    }
    var drawn = Int64(generator.below(Int(min(sum, Int64(UInt32.max)))))
    index = 0
    var last = 0
    while index < count {
      let task = candidates[index]
      if task != .clock, !onlyOnObject || isOnObject(task, view) {
        last = index
        drawn &-= weights.weight(task, view)
        if drawn < 0 { return index }
      }
      index &+= 1
    }
    return last
  }

  /// A task has made a step.
  mutating func executed(_ task: TaskID, _ operation: Operation) {
    let counts = !selects || (object != 0 && operation.object.rawValue == object)
    weights.executed(task, counts: counts, hasBegun: operation.kind == .begin)
    if selects, counts, task == elected { elected = .none }
  }

  mutating func demote(_ task: TaskID) { background.demote(task) }
}
