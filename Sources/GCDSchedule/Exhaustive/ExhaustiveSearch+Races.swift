// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Which steps of a run might have come in the other order, and where that is to be tried.
extension ExhaustiveSearch {
  /// The largest product of steps and tasks whose clocks are kept.
  private static let mostClocks = 1 << 24

  /// Looks for races of the steps that are new in the present run, and of those that are waited for without
  /// success.
  mutating func findRaces(_ waiting: [(task: UInt64, footprint: Footprint)]) {
    var history = StepHistory()
    for node in nodes { history.number(node.task) }
    for step in waiting { history.number(step.task) }
    if history.taskCount * nodes.count > ExhaustiveSearch.mostClocks {
      isTooLarge = true
      return
    }
    for index in nodes.indices {
      let task = history.number(nodes[index].task)
      if index >= firstNew { findRaces(of: task, nodes[index].footprint, at: index, history) }
      history.append(task, nodes[index].footprint, nodes[index].caused)
    }
    for step in waiting { findRaces(of: history.number(step.task), step.footprint, at: nodes.count, history) }
  }

  /// Races of a step of `task`, which is or would be at `index`, with earlier ones.
  private mutating func findRaces(
    of task: Int, _ footprint: Footprint, at index: Int, _ history: StepHistory
  ) {
    var reversed: [Int] = []
    for earlier in history.conflicts(of: task, footprint) {
      // The one that reverses the later of two steps in order reaches the earlier one in that run.
      if reversed.contains(where: { history.precedes(earlier, $0) }) { continue }
      if enables(nodes[earlier].footprint, footprint) { continue }
      if reverse(earlier, task, footprint, at: index, history) { reversed.append(earlier) }
    }
  }

  /// Sees to it that the step of `task` is tried without `earlier` before it; true if it can be for certain.
  private mutating func reverse(
    _ earlier: Int, _ task: Int, _ footprint: Footprint, at index: Int, _ history: StepHistory
  ) -> Bool {
    // What follows `earlier` without needing it, in order, and then the step itself.
    var kept: [Int] = []
    for step in earlier + 1..<max(index, earlier + 1) where !history.precedes(earlier, step) {
      kept.append(step)
    }
    var first: [UInt64] = []
    var leads: [Bool] = []
    var seen: Set<Int> = []
    for (position, step) in kept.enumerated() where seen.insert(history.task(of: step)).inserted {
      if kept[..<position].contains(where: { history.precedes($0, step) }) { continue }
      first.append(nodes[step].task)
      leads.append(history.isBehind(task, footprint, step))
    }
    let own = history.id(task)
    var isCertain = false
    if !seen.contains(task), !kept.contains(where: { history.isBehind(task, footprint, $0) }) {
      first.append(own)
      leads.append(true)
      isCertain = nodes[earlier].able.contains(own)
    }
    var possible: Int?
    for (position, candidate) in first.enumerated() {
      if nodes[earlier].knows(candidate) || nodes[earlier].isAsleep(candidate) { return isCertain }
      if !nodes[earlier].able.contains(candidate) { continue }
      if possible == nil || (leads[position] && !leads[possible!]) { possible = position }
    }
    guard let possible else { return isCertain }
    var order = kept.map { nodes[$0].task } + [own]
    if let place = order.firstIndex(of: first[possible]) { order.remove(at: place) }
    open(BacktrackEntry(order: [first[possible]] + order), at: earlier, insteadOf: first)
    return isCertain
  }
}
