// Licensed under the Apache License, Version 2.0; see LICENSE.

/// How long those had to wait who were passed over in a schedule, in choices.
public struct DetourWaits: Sendable {
  private struct Operation: Hashable {
    var task: UInt64
    var number: Int
  }

  private struct Wait {
    var detour: Detour
    var length: Int
  }

  private var choices = 0
  /// Operations that were passed over and have not been made, with the number of the choice.
  private var open: [Operation: (choice: Int, detour: Detour)] = [:]
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
      operations.append(Wait(detour: wait.detour, length: choices - wait.choice))
    }
  }

  /// The detour that was taken at the choice just told.
  public mutating func passesOver(_ detour: Detour) {
    let operation = Operation(task: detour.task, number: detour.operation)
    if open[operation] == nil { open[operation] = (choices, detour) }
  }

  /// The first detour around each operation, the longest wait first, alternating with the first around each
  /// task, the one that was over last first: one long wait and many short ones make somebody late alike.
  public var longest: [Detour] {
    let waits = operations + open.values.map { Wait(detour: $0.detour, length: choices - $0.choice) }
    var tasks: [UInt64: Wait] = [:]
    for wait in waits {
      let task = wait.detour.task
      if let known = tasks[task], known.detour.operation < wait.detour.operation { continue }
      tasks[task] = Wait(detour: wait.detour, length: last[task] ?? 0)
    }
    let byOperation = DetourWaits.sorted(waits)
    let byTask = DetourWaits.sorted(Array(tasks.values))
    var known: Set<Detour> = []
    var result: [Detour] = []
    for index in byOperation.indices {
      if known.insert(byOperation[index]).inserted { result.append(byOperation[index]) }
      if index < byTask.count, known.insert(byTask[index]).inserted { result.append(byTask[index]) }
    }
    return result
  }

  /// Longest first; dictionaries have an order of their own in each process.
  private static func sorted(_ waits: [Wait]) -> [Detour] {
    waits.sorted {
      ($1.length, $0.detour.task, $0.detour.operation) < ($0.length, $1.detour.task, $1.detour.operation)
    }.map(\.detour)
  }
}
