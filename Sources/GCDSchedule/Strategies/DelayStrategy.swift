// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// The baseline order with a few delays: at a drawn choice, the one that would continue lets another go
/// first.
///
/// Emmi, Qadeer, Rakamarić: Delay-Bounded Scheduling, POPL 2011, drawn instead of enumerated. Deviation: a
/// run draws how many delays it has, from 1 to the bound, and the one who goes instead is drawn as well.
struct DelayStrategy {
  private var delays = DrawnPoints()

  func free() { delays.free() }

  mutating func begin(bound: Int, length: Int, generator: inout SeededGenerator) {
    delays.draw(generator.below(bound) &+ 1, length: length, generator: &generator)
  }

  /// The index of the candidate that continues; the clock only where no other task is left to go first.
  mutating func next(
    _ candidates: UnsafePointer<TaskID>, _ count: Int, point: Int, baseline: Int,
    generator: inout SeededGenerator
  ) -> Int {
    if !delays.isDue(point) { return baseline }
    while delays.isDue(point) { _ = delays.take() }
    let other = generator.below(count &- 1)
    let index = other < baseline ? other : other &+ 1
    if candidates[index] != .clock || count == 2 { return index }
    return index == count &- 1 ? baseline : index &+ 1 == baseline ? baseline : index &+ 1
  }
}
