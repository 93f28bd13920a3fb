// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Lets others go between an operation that has enabled one of them and the code behind it.
///
/// Strategies choose before each operation, and what is between two operations of a task belongs to the
/// first: the write in `semaphore.signal(); result = 42` would always come before whatever the signal has let
/// through. In a third of the schedules, whatever their strategy, it may come later. Half of these pause at
/// one release, which is drawn among those that the measured run made, as one change of priority is in
/// Burckhardt et al. (ASPLOS 2010); the others at each with even odds, for two pauses on average. Partial
/// orders of the operations are the same with pauses and without, so that searches through all of them make
/// none.
struct ReleasePauses {
  /// Releases of the first run that was measured; 0 = none yet.
  private var measured = 0
  private var generator = SeededGenerator(seed: 0)
  /// Releases of this run so far.
  private var release = 0
  /// The only one that pauses; 0 = each may.
  private var drawn = 0
  /// A power of two less one: one in so many and one pauses.
  private var oddsMask: UInt64 = 0

  /// Whether schedules of this number, from 0, pause: one of three, so that each strategy of a mix has some.
  static func areIn(schedule number: Int) -> Bool { number % 3 == 1 }

  /// The first profile that says anything is kept for good.
  mutating func learn(_ profile: ExecutionProfile) {
    if measured == 0 { measured = profile.releases }
  }

  /// Begins a run; `seed` is that of its schedule.
  mutating func begin(seed: UInt64) {
    generator = SeededGenerator(seed: mix(seed ^ 0x7061_7573_6573_0000))
    release = 0
    drawn = 0
    if measured > 0, generator.below(2) == 0 {
      drawn = generator.below(measured) &+ 1
      return
    }
    var odds: UInt64 = 2
    while odds &* 2 < UInt64(measured) { odds = odds &* 2 }
    oddsMask = odds &- 1
  }

  /// The index of the candidate that continues: as often as all others together the one that was enabled.
  mutating func next(
    _ candidates: UnsafePointer<TaskID>, _ count: Int, baseline: Int, enabled: Int
  ) -> Int {
    release &+= 1
    let isDue = drawn > 0 ? release == drawn : generator.next() & oddsMask == 0
    if !isDue { return baseline }
    if generator.below(2) == 0 { return enabled }
    let other = generator.below(count)
    return other == baseline || candidates[other] == .clock ? enabled : other
  }
}
