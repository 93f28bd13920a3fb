// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Picks uniformly among the candidates, except that time overtakes ready work only now and then.
///
/// Without that exception half of all steps in a run with one runnable task and one near deadline would move
/// the clock, and most schedules would differ in nothing but the time at which things happened.
enum RandomWalk {
  /// The clock is task 0; once drawn, it is taken in one of `clockOddsMask` + 1 cases, a power of two.
  static func next(
    _ candidates: UnsafePointer<TaskID>, _ count: Int, clockOddsMask: UInt64, generator: inout SeededGenerator
  ) -> Int {
    let drawn = generator.below(count)
    if candidates[drawn].rawValue != 0 { return drawn }
    if generator.next() & clockOddsMask == 0 { return drawn }
    let other = generator.below(count &- 1)
    return other < drawn ? other : other &+ 1
  }
}
