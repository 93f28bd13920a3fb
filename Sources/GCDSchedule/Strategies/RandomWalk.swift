// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Picks uniformly among the candidates, except that time overtakes ready work only now and then.
///
/// Without that exception half of all steps in a run with one runnable task and one near deadline would move the
/// clock, and most schedules would differ in nothing but the time at which things happened.
enum RandomWalk {
  /// `skewMask` + 1 is a power of two; the clock, once drawn, is taken in one of that many cases.
  static func next(
    _ candidates: UnsafePointer<TaskID>, _ count: Int, skewMask: UInt64, generator: inout SeededGenerator
  ) -> Int {
    let drawn = generator.below(count)
    if candidates[drawn].rawValue != TaskID.clockRawValue { return drawn }
    if generator.next() & skewMask == 0 { return drawn }
    let other = generator.below(count &- 1)
    return other < drawn ? other : other &+ 1
  }
}

extension TaskID {
  /// `TaskID.clock.rawValue` as a constant that costs nothing in an unoptimised build.
  @inline(__always)
  static var clockRawValue: UInt32 { 0 }
}
