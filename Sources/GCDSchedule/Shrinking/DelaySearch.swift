// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Proposes schedules in which one, two or three tasks are held back and nothing else is chosen.
///
/// Most orders that break a program are of this kind: a task comes too late (Burckhardt et al., ASPLOS
/// 2010, section 2: few priority changes show most defects). Who waited longest in the schedule that failed
/// is asked about first. Meant for runs that hold back who was passed over.
public struct DelaySearch: Sendable {
  /// Operations among which one, two and three are drawn.
  private static let widest = [12, 5, 4]

  private let sets: [[StableDeviation]]
  private var index = 0

  /// `deviations`: those of the longest waits first.
  public init(_ deviations: [StableDeviation]) {
    var sets: [[StableDeviation]] = []
    func top(_ size: Int) -> ArraySlice<StableDeviation> { deviations.prefix(DelaySearch.widest[size - 1]) }
    for deviation in top(1) { sets.append([deviation]) }
    for (first, second) in DelaySearch.pairs(top(2)) { sets.append([first, second]) }
    for (first, second) in DelaySearch.pairs(top(3)) {
      // Both are held back, and then continue in the reverse of their order.
      for (late, last) in [(first, second), (second, first)] where late.task != last.task {
        sets.append([late, last, DelaySearch.again(late, instead: last.task)])
      }
    }
    let three = Array(top(3))
    for last in three.indices {
      for (first, second) in DelaySearch.pairs(three[..<last]) { sets.append([first, second, three[last]]) }
    }
    self.sets = sets
  }

  /// The next set of deviations to try; nil when there are no more.
  public mutating func next() -> [StableDeviation]? {
    if index == sets.count { return nil }
    index += 1
    return sets[index - 1]
  }

  /// Pairs with the earliest members first.
  private static func pairs(_ deviations: ArraySlice<StableDeviation>) -> [(StableDeviation, StableDeviation)]
  {
    deviations.indices.flatMap { later in deviations[..<later].map { ($0, deviations[later]) } }
  }

  private static func again(_ deviation: StableDeviation, instead task: UInt64) -> StableDeviation {
    var deviation = deviation
    deviation.visit += 1
    deviation.instead = task
    return deviation
  }
}

/// How long those had to wait who were passed over in a schedule, in choices.
public struct DelayRanking: Sendable {
  private struct Operation: Hashable {
    var task: UInt64
    var number: Int
  }

  private struct Wait {
    var deviation: StableDeviation
    var length: Int
  }

  private var choices = 0
  /// Operations that were passed over and have not been made, with the number of the choice.
  private var open: [Operation: (choice: Int, deviation: StableDeviation)] = [:]
  /// The last choice of each task.
  private var last: [UInt64: Int] = [:]
  /// By operation, in the order in which they ended.
  private var operations: [Wait] = []

  /// No choice has been made.
  public init() {}

  /// A task is chosen, to make one of its operations.
  public mutating func goesOn(_ task: UInt64, operation: Int) {
    choices += 1
    last[task] = choices
    if let wait = open.removeValue(forKey: Operation(task: task, number: operation)) {
      operations.append(Wait(deviation: wait.deviation, length: choices - wait.choice))
    }
  }

  /// The deviation that was taken at the choice just reported.
  public mutating func passesOver(_ deviation: StableDeviation) {
    let operation = Operation(task: deviation.task, number: deviation.operation)
    if open[operation] == nil { open[operation] = (choices, deviation) }
  }

  /// The first deviation around each operation, the longest wait first, alternating with the first around
  /// each task, the one that was over last first: one long wait and many short ones make a task late alike.
  public var longest: [StableDeviation] {
    let waits = operations + open.values.map { Wait(deviation: $0.deviation, length: choices - $0.choice) }
    var tasks: [UInt64: Wait] = [:]
    for wait in waits {
      let task = wait.deviation.task
      if let known = tasks[task], known.deviation.operation < wait.deviation.operation { continue }
      tasks[task] = Wait(deviation: wait.deviation, length: last[task] ?? 0)
    }
    let byOperation = DelayRanking.sorted(waits)
    let byTask = DelayRanking.sorted(Array(tasks.values))
    var known: Set<StableDeviation> = []
    var result: [StableDeviation] = []
    for index in byOperation.indices {
      if known.insert(byOperation[index]).inserted { result.append(byOperation[index]) }
      if index < byTask.count, known.insert(byTask[index]).inserted { result.append(byTask[index]) }
    }
    return result
  }

  /// Longest first; dictionaries have an order of their own in each process.
  private static func sorted(_ waits: [Wait]) -> [StableDeviation] {
    waits.sorted {
      ($1.length, $0.deviation.task, $0.deviation.operation) < (
        $0.length, $1.deviation.task, $1.deviation.operation
      )
    }.map(\.deviation)
  }
}
