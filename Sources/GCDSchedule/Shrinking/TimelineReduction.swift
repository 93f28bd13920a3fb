// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Smaller sets of deviations made of the parts of one that holds, for where leaving out alone leads no
/// further.
///
/// A schedule often has the right places and a roundabout way between them: two of its deviations become one
/// when the first leads straight to the last task. So places are drawn from the set, and who goes instead
/// from the tasks in it; now and then a place is moved by one operation.
public struct TimelineReduction: Sendable {
  /// Larger sets are too many to be drawn with any hope.
  private static let mostDeviations = 3
  /// Draws in a row that were known before it is over.
  private static let mostRepetitions = 100

  private let kept: [StableDeviation]
  private let tasks: [UInt64]
  private var generator: SeededGenerator
  private var known: Set<[StableDeviation]> = []

  /// Starts with a set that holds; equal seeds give equal sets.
  public init(_ kept: [StableDeviation], seed: UInt64) {
    self.kept = kept
    var tasks: [UInt64] = []
    for deviation in kept where !deviation.isEffect {
      for task in [deviation.task, deviation.instead] where !tasks.contains(task) { tasks.append(task) }
    }
    self.tasks = tasks
    generator = SeededGenerator(seed: mix(seed))
  }

  /// A set that was not proposed before and has fewer members; nil when none is left.
  public mutating func next() -> [StableDeviation]? {
    let largest = min(kept.count - 1, TimelineReduction.mostDeviations)
    if largest < 1 { return nil }
    for _ in 0..<TimelineReduction.mostRepetitions {
      let candidate = draw(generator.below(largest) + 1)
      if known.insert(candidate).inserted { return candidate }
    }
    return nil
  }

  private mutating func draw(_ count: Int) -> [StableDeviation] {
    var places = Set<Int>()
    while places.count < count { places.insert(generator.below(kept.count)) }
    return places.sorted().map { place in
      var deviation = kept[place]
      if deviation.isEffect { return deviation }
      if generator.below(2) == 0 { deviation.instead = tasks[generator.below(tasks.count)] }
      if generator.below(4) == 0 { deviation.visit = 0 }
      if generator.below(4) == 0 {
        deviation.operation = max(0, deviation.operation + 2 * generator.below(2) - 1)
      }
      return deviation
    }
  }
}
