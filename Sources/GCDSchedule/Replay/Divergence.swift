// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Where a replay stopped matching its token.
public enum Divergence: Sendable, Equatable {
  /// At choice point `point` (from 1) the token takes candidate `choice` (from 0) of only `candidates`.
  case choiceNotPossible(point: Int, choice: Int, candidates: Int)
  /// The token deviates next at choice point `expected` (from 1); the run made only `made` choices.
  case endedEarly(expected: Int, made: Int)
}
