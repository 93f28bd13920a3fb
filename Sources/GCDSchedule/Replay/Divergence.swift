// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// What there was where a choice of a token was not possible.
public struct DivergencePlace: Sendable, Equatable {
  /// Steps that the run had made; nil where nothing counts them.
  public var steps: Int?
  /// Who could continue; empty where the choice was about the way that an operation goes.
  public var able: [TaskID]

  /// Takes each part as the property of the same name describes it.
  public init(steps: Int? = nil, able: [TaskID] = []) {
    self.steps = steps
    self.able = able
  }
}

/// Where a replay stopped matching its token.
public enum Divergence: Sendable, Equatable {
  /// At choice point `point` (from 1) the token takes candidate `choice` (from 0) of only `candidates`.
  case choiceNotPossible(point: Int, choice: Int, candidates: Int, at: DivergencePlace)
  /// The token deviates next at choice point `expected` (from 1); the run made only `made` choices.
  case endedEarly(expected: Int, made: Int)
}
