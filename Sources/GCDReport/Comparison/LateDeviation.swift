// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Two schedules of which one deviates from the order of the other.
package struct LateDeviation: Sendable, Equatable {
  /// The steps that both begin with, as far as steps can be distinguished.
  package let shared: Int
  /// The last of these steps pauses: its participant could have run on.
  package let isPause: Bool
  /// The participant that continues where one deviates, by a number that the same three schedules share.
  package let participant: Int

  /// Whether it comes later in the same schedule than another: before the next step is later than behind this
  /// one.
  package func isLater(than other: LateDeviation) -> Bool {
    shared == other.shared ? other.isPause && !isPause : shared > other.shared
  }

  /// - Parameter lines: Schedules that deviate, the first one being that which others are compared with.
  /// - Returns: For each how it deviates from `straight`; nil where it does not.
  package static func deviations(of lines: [[StepLine]], from straight: [StepLine]) -> [LateDeviation?] {
    var naming = StepNaming()
    let straight = naming.steps(of: straight)
    return lines.map { lines in
      let steps = naming.steps(of: lines)
      let shared = zip(steps, straight).prefix { $0.key == $1.key }.count
      guard steps.indices.contains(shared) else { return nil }
      let isPause = shared > 0 && steps[shared - 1].line.pausesUntil != nil
      return LateDeviation(shared: shared, isPause: isPause, participant: steps[shared].participant)
    }
  }
}
