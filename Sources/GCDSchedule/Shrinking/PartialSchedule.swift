// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

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

/// For a process that is to follow it; the set of its tasks follows from the list.
extension PartialSchedule: Codable {
  private enum CodingKeys: String, CodingKey {
    case tasks, steps, ways, comesLast
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let tasks = try container.decode([UInt64].self, forKey: .tasks)
    let steps = try container.decode([UInt64].self, forKey: .steps)
    self.init()
    for task in tasks { add(task) }
    for index in stride(from: 0, to: steps.count - 1, by: 2) {
      goesOn(steps[index], operation: Int(clamping: steps[index + 1]))
    }
    for way in try container.decode([UInt64].self, forKey: .ways) { goes(way) }
    self = of(tasks, comesLast: try container.decode(Bool.self, forKey: .comesLast))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(tasks, forKey: .tasks)
    try container.encode(steps.flatMap { [$0.task, UInt64($0.operation)] }, forKey: .steps)
    try container.encode(ways, forKey: .ways)
    try container.encode(comesLast, forKey: .comesLast)
  }
}

/// One place at which a schedule leaves the baseline order, named so that it survives the removal of others.
///
/// A deviation is named by the number of its choice, and all numbers after it change with it. A deviation
/// says "when the baseline order would let this operation of this task continue, that task goes instead".
public struct StableDeviation: Sendable, Hashable, Codable {
  /// The stable id of the task that would continue; 0 with `isEffect`.
  public var task: UInt64
  /// The number of the operation that it would make; with `isEffect`, the number of the choice among the
  /// choices of effects of the run, from 0.
  public var operation: Int
  /// How often this was the baseline's choice before, from 0.
  public var visit: Int
  /// The stable id of the task that goes instead; the way that the operation goes, with `isEffect`.
  public var instead: UInt64
  /// It is about which way an operation goes, not about who continues.
  public var isEffect: Bool

  public init(task: UInt64, operation: Int, visit: Int, instead: UInt64, isEffect: Bool) {
    self.task = task
    self.operation = operation
    self.visit = visit
    self.instead = instead
    self.isEffect = isEffect
  }
}

extension StableDeviation {
  /// The same orders at other operations of the same tasks, for a program that has changed since they were
  /// recorded.
  ///
  /// A function of its arguments: later attempts move further.
  public static func moved(_ deviations: [StableDeviation], attempt: Int) -> [StableDeviation] {
    var generator = SeededGenerator(seed: mix(UInt64(truncatingIfNeeded: attempt) ^ 0x6d6f_7665))
    let reach = 1 + attempt / 20
    return deviations.map { deviation in
      var deviation = deviation
      if deviation.isEffect { return deviation }
      deviation.operation = max(0, deviation.operation + generator.below(2 * reach + 1) - reach)
      if generator.below(4) == 0 { deviation.visit = generator.below(2) }
      return deviation
    }
  }
}
