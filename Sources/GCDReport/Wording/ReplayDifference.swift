// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Where a replay left its record: the place, what was expected, and what came instead.
public enum ReplayDifference: Sendable, Equatable {
  /// At a choice, counted from 1, fewer could continue than the record has; `able` are their names. The step,
  /// from 1, is the one that the choice would have led to.
  case choiceNotPossible(choice: Int, step: Int?, wanted: Int, candidates: Int, able: [String])
  /// The run was over before a choice that the record has, both counted from 1.
  case endedEarly(choice: Int, made: Int)
  /// A recorded order, in words, that could not be brought about.
  case orderNotMet(String, steps: Int)
  /// Each choice could be made, and led somewhere else.
  case otherTrace(expected: Int, steps: Int)

  private static func list(_ names: [String]) -> String {
    let most = 4
    if names.isEmpty { return "" }
    let rest = names.count > most ? " and \(names.count - most) more" : ""
    return ": " + names.prefix(most).joined(separator: ", ") + rest
  }

  /// One clause, for the end of a sentence.
  public var clause: String {
    switch self {
    case .choiceNotPossible(let choice, let step, let wanted, let candidates, let able):
      (step.map { "at step \($0), which is choice \(choice)" } ?? "at choice \(choice)")
        + ", number \(wanted) of the enabled tasks was expected, but only \(candidates) can"
        + ReplayDifference.list(able)
    case .endedEarly(let choice, let made):
      "choice \(choice) was expected, but the run ends after \(counted(made, "choice"))"
    case .orderNotMet(let order, let steps):
      "expected \(order), which does not come about in the \(counted(steps, "step")) that the program makes"
    case .otherTrace(let expected, let steps):
      "the same choices were expected to make \(counted(expected, "step")) as recorded, and make "
        + (steps == expected ? "others" : "\(steps)")
    }
  }
}
