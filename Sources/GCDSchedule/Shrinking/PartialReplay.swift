// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// The baseline order with an excerpt of another schedule in it.
struct PartialReplay {
  private let excerpt: PartialSchedule
  /// Of each step, the next operation of its task in the excerpt; 0 = none.
  private let later: [Int]
  /// The first step that may not have been made.
  private var next = 0
  /// The task that made the step before, and its next operation in the excerpt: what it did between the two
  /// was no choice there, or it could do nothing else.
  private var hurrying: (task: TaskID, until: Int)?
  private var effects = 0
  /// The tasks of the excerpt that exist.
  private var found: [UInt64: TaskID] = [:]
  /// Tasks below were looked at.
  private var looked = 0

  init(_ excerpt: PartialSchedule) {
    self.excerpt = excerpt
    var later = Array(repeating: 0, count: excerpt.steps.count)
    var operations: [UInt64: Int] = [:]
    for (index, step) in zip(0..., excerpt.steps).reversed() {
      later[index] = operations[step.task] ?? 0
      operations[step.task] = step.operation
    }
    self.later = later
  }

  /// The index of the candidate that continues.
  mutating func next(
    _ candidates: UnsafePointer<TaskID>, _ count: Int, baseline: Int, view: TaskView
  ) -> Int {
    findTasks(view)
    if excerpt.comesLast {
      if let other = other(candidates, count, baseline: baseline, view) { return other }
      return due(candidates, count, view) ?? baseline
    }
    if let due = due(candidates, count, view) { return due }
    if next == excerpt.steps.count { return baseline }
    return other(candidates, count, baseline: baseline, view) ?? baseline
  }

  mutating func choose(_ count: Int) -> Int {
    defer { effects += 1 }
    let way = effects < excerpt.ways.count ? excerpt.ways[effects] : 0
    return way < UInt64(count) ? Int(way) : 0
  }

  /// The candidate that makes the next step of the excerpt; nil where it cannot continue yet, or none is
  /// left.
  private mutating func due(
    _ candidates: UnsafePointer<TaskID>, _ count: Int, _ view: TaskView
  ) -> Int? {
    if let hurrying {
      if let index = index(of: hurrying.task, candidates, count),
        Int(view.announced(by: hurrying.task)) < hurrying.until
      {
        return index
      }
      self.hurrying = nil
    }
    while next < excerpt.steps.count {
      let step = excerpt.steps[next]
      guard let task = found[step.task] else { return nil }
      let announced = Int(view.announced(by: task))
      if let index = index(of: task, candidates, count), announced <= step.operation {
        if announced == step.operation {
          next += 1
          hurrying = (task, later[next - 1])
        }
        return index
      }
      let isOver =
        task == .clock || announced > step.operation || view.operation(of: task).pointee.kind == .none
      if !isOver { return nil }
      next += 1
    }
    return nil
  }

  private func index(of task: TaskID, _ candidates: UnsafePointer<TaskID>, _ count: Int) -> Int? {
    UnsafeBufferPointer(start: candidates, count: count).firstIndex(of: task)
  }

  /// The baseline's candidate if it does not belong to the excerpt, else the one made first that does not.
  private func other(
    _ candidates: UnsafePointer<TaskID>, _ count: Int, baseline: Int, _ view: TaskView
  ) -> Int? {
    if isOther(candidates[baseline], view) { return baseline }
    var best: Int?
    for index in 0..<count where isOther(candidates[index], view) {
      if let known = best, candidates[known].rawValue < candidates[index].rawValue { continue }
      best = index
    }
    return best
  }

  private func isOther(_ task: TaskID, _ view: TaskView) -> Bool {
    task != .clock && !excerpt.contains(view.stableID(of: task))
  }

  private mutating func findTasks(_ view: TaskView) {
    while looked < view.count {
      let task = TaskID(UInt32(looked))
      let stableID = view.stableID(of: task)
      if excerpt.contains(stableID) { found[stableID] = task }
      looked += 1
    }
  }
}
