// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// Which iterations of `concurrentPerform` the participants of a schedule are in.
///
/// The workers of a call are all of one block, and which of them runs an iteration depends on the order:
/// what is the same in all schedules is the number of the iteration.
struct IterationTrail {
  struct Iteration: Hashable {
    /// What the iterations of the call are counted by.
    let counter: ObjectName
    /// As the closure gets it, from 0.
    let index: Int
  }

  /// Iterations that have begun, by counter.
  private var begun: [ObjectName: Int] = [:]
  /// By participant, those of inner calls last.
  private var current: [String: [Iteration]] = [:]

  /// The iteration that a step belongs to; nil outside any, and for the step that begins one. The steps are
  /// to come in their order.
  mutating func iteration(of line: StepLine) -> Iteration? {
    if line.operation.startsBlock { current[line.participant] = nil }
    if line.takesIteration, let counter = line.object {
      begin(line.participant, counter)
      return nil
    }
    if line.awaitsIterations {
      if current[line.participant]?.isEmpty == false { current[line.participant]!.removeLast() }
      return nil
    }
    return current[line.participant]?.last
  }

  private mutating func begin(_ participant: String, _ counter: ObjectName) {
    let index = begun[counter, default: 0]
    begun[counter] = index + 1
    if current[participant]?.last?.counter == counter { current[participant]!.removeLast() }
    current[participant, default: []].append(Iteration(counter: counter, index: index))
  }
}

extension StepLine {
  /// The next iteration of a `concurrentPerform` begins, or there is none any more.
  var takesIteration: Bool { operation == .write && object?.label == ObjectName.nextIteration }

  /// The caller of `concurrentPerform` waits for the end of those of its workers.
  fileprivate var awaitsIterations: Bool { operation == .wait && object?.label == ObjectName.lastIteration }
}
