// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// A random walk weighted by what each task still has to do, which makes interleavings about equally likely.
///
/// Zhao, Wolff, Mathur, Roychoudhury: Selectively Uniform Concurrency Testing, ASPLOS 2025 (URW and SURW). A
/// plain walk rushes through tasks with little to do and leaves the long ones for last. The selective form
/// draws one object for each run and is uniform in the order of the operations on that alone; all others go
/// by partial order sampling. Deviations: a serial queue is one task, since its blocks are; whoever is next
/// in line for the drawn object is drawn again when it cannot go on; unknown tasks weigh 1.
struct UniformWalk {
  private var weights = TaskWeights()
  private var background = PartialOrderSampling()
  /// Kept from the first measured run for good.
  private var census = RunCensus()
  /// The object whose operations are ordered uniformly, as a raw id; 0 = all operations.
  private var object: UInt32 = 0
  /// Who does the next operation on `object`; `.none` = not drawn.
  private var elected = TaskID.none

  func free() {
    weights.free()
    background.free()
  }

  mutating func learn(_ census: RunCensus) { self.census = census }

  /// Begins a run; `selects` = for one object, drawn by the number of operations on it.
  mutating func begin(selects: Bool, seed: UInt64, generator: inout SeededGenerator) {
    object = selects ? drawObject(generator: &generator) : 0
    elected = .none
    background.begin(seed: seed)
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

  /// The index of the candidate that goes on, never the clock.
  mutating func next(
    _ candidates: UnsafePointer<TaskID>, _ count: Int, view: TaskView, generator: inout SeededGenerator
  ) -> Int {
    weights.update(view, census)
    if object == 0 { return draw(candidates, count, view, onlyOnObject: false, generator: &generator) }
    var best = -1
    var bestPriority = Int64.min
    var waiting = 0
    var index = 0
    while index < count {
      let task = candidates[index]
      if task != .clock {
        if isOnObject(task, view), task != elected {
          waiting &+= 1
        } else {
          let priority = background.priority(task, view)
          if priority > bestPriority {
            bestPriority = priority
            best = index
          }
        }
      }
      index &+= 1
    }
    if best < 0 || (elected == .none && waiting > 0) {
      // A task is elected when there is an election to hold: all that can go on stand before the object, or
      // nobody has been elected yet.
      let drawn = draw(candidates, count, view, onlyOnObject: best < 0, generator: &generator)
      elected = candidates[drawn]
      if best < 0 || isOnObject(elected, view) { best = drawn }
    }
    background.settle(candidates, count, chosen: best, view: view)
    return best
  }

  private func isOnObject(_ task: TaskID, _ view: TaskView) -> Bool {
    view.operation(of: task).pointee.object.rawValue == object
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
        sum &+= max(weights.weight(task, view), 1)
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
        drawn &-= max(weights.weight(task, view), 1)
        if drawn < 0 { return index }
      }
      index &+= 1
    }
    return last
  }

  /// A task has made a step.
  mutating func executed(_ task: TaskID, _ operation: Operation, _ view: TaskView) {
    let counts = object == 0 || operation.object.rawValue == object
    weights.executed(
      task, counts: counts, hasBegun: operation.kind == .begin, chain: ChainOrder.chain(task, view))
    if object != 0, counts, task == elected { elected = .none }
  }

  mutating func demote(_ task: TaskID) { background.demote(task) }
}
