// Licensed under the Apache License, Version 2.0; see LICENSE.

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
