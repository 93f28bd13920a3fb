// Licensed under the Apache License, Version 2.0; see LICENSE.

/// The order in which some tasks of a schedule continued, for runs in which all others keep the baseline
/// order.
///
/// A defect of few tasks shows however many others there are: it costs a run to let half of the tasks go
/// undisturbed, and one for each of their deviations to find them out one by one.
public struct PartialSchedule: Sendable, Equatable {
  /// A choice: this task continued, to make its operation of this number.
  struct Step: Sendable, Hashable {
    var task: UInt64
    var operation: Int
  }

  /// Tasks that only passed over or were passed over have no steps.
  public private(set) var tasks: [UInt64] = []
  /// Choices of tasks in `tasks`, in their order.
  private(set) var steps: [Step] = []
  /// The ways of all choices of effects in the run.
  private(set) var ways: [UInt64] = []
  /// The tasks wait until no other can continue, each time; else the others wait for them.
  public private(set) var comesLast = false
  private var known: Set<UInt64> = []

  /// Nothing has continued.
  public init() {}

  mutating func goesOn(_ task: UInt64, operation: Int) {
    add(task)
    steps.append(Step(task: task, operation: operation))
  }

  mutating func add(_ task: UInt64) {
    if known.insert(task).inserted { tasks.append(task) }
  }

  mutating func goes(_ way: UInt64) { ways.append(way) }

  func contains(_ task: UInt64) -> Bool { known.contains(task) }

  /// The order of some of the tasks.
  public func of(_ tasks: [UInt64], comesLast: Bool) -> PartialSchedule {
    var excerpt = self
    excerpt.tasks = tasks
    excerpt.known = Set(tasks)
    excerpt.steps = steps.filter { excerpt.known.contains($0.task) }
    excerpt.comesLast = comesLast
    return excerpt
  }

  /// The same with fewer changes of tasks, each: steps of a task in a row are moved to those that it made
  /// before, or to those that it makes next.
  ///
  /// Jalbert, Sen: A Trace Simplification Technique for Effective Debugging of Concurrent Programs, FSE 2010.
  public var merged: [PartialSchedule] {
    var rows: [ArraySlice<Step>] = []
    for index in steps.indices {
      if let last = rows.last, last.first!.task == steps[index].task {
        rows[rows.count - 1] = steps[last.startIndex...index]
      } else {
        rows.append(steps[index...index])
      }
    }
    var result: [PartialSchedule] = []
    func add(moving row: Int, to place: Int) {
      var moved = rows
      moved.insert(moved.remove(at: row), at: place)
      var excerpt = self
      excerpt.steps = moved.flatMap { $0 }
      result.append(excerpt)
    }
    for row in rows.indices {
      let task = rows[row].first!.task
      if let before = rows[..<row].lastIndex(where: { $0.first!.task == task }) {
        add(moving: row, to: before + 1)
        add(moving: before, to: row - 1)
      }
    }
    return result
  }
}
