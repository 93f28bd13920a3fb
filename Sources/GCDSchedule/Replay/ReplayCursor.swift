// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Walks through the deviations of the token that is being replayed.
struct ReplayCursor {
  /// Only looked at where a deviation is due, hence an ordinary array.
  private var deviations: [Deviation] = []
  private var index = 0
  /// The choice point of the next deviation; `Int.max` when none is left.
  private(set) var due = Int.max
  /// The first choice that was not possible.
  private(set) var divergence: Divergence?

  mutating func begin(_ deviations: [Deviation]) {
    self.deviations = deviations
    index = 0
    divergence = nil
    due = deviations.first.map { Int($0.point) } ?? Int.max
  }

  /// The choice of the token at the point that is due, or `baseline` with a divergence noted.
  ///
  /// `candidates` is nil where the choice is about the way that an operation goes.
  mutating func take(
    among count: Int, _ candidates: UnsafePointer<TaskID>?, baseline: Int, steps: UnsafePointer<Int>?
  ) -> Int {
    let choice = Int(deviations[index].choice)
    let point = due
    index += 1
    due = index < deviations.count ? Int(deviations[index].point) : Int.max
    if choice < count { return choice }
    if divergence == nil {
      let able = candidates.map { Array(UnsafeBufferPointer(start: $0, count: count)) } ?? []
      divergence = .choiceNotPossible(
        point: point, choice: choice, candidates: count,
        at: DivergencePlace(steps: steps?.pointee, able: able))
    }
    return baseline
  }

  /// Notes a divergence when the run is over and a deviation is still due.
  mutating func end(madeChoices made: Int) {
    if divergence == nil, due != Int.max { divergence = .endedEarly(expected: due, made: made) }
  }
}

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
