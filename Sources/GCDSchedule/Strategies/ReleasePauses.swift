// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Lets others go between a call that lets them continue and the code behind it.
///
/// Strategies choose before each operation, and what is between two operations of a task belongs to the
/// first: the write in `semaphore.signal(); result = 42` would always come before whatever the signal has let
/// through. In a third of the schedules, whatever their strategy, it may come later. The first of these pause
/// at each call of the measured run in turn, where it is first made. From then on a third of them pauses at
/// one call as well, the first, second, … time that it is made, with halving odds; a third at one release,
/// which is drawn among all that the measured run made, as one change of priority is in Burckhardt et al.
/// (ASPLOS 2010); a third at each with even odds, for two pauses on average. Partial orders of the operations
/// are the same with pauses and without, so that searches through all of them make none.
///
/// A task that pauses at a certain call rests for a while, in the later ones of these schedules with even
/// odds: others go before it as long as any can. What it has not done yet may be missed by a task far from
/// the call.
struct ReleasePauses {
  /// Where a run pauses.
  private enum Target {
    /// Where this call is first made.
    case first(call: Int)
    /// At one of the times that this call is made.
    case some(call: Int)
    /// At the release of this number, from 1.
    case one(Int)
    /// At each with the odds that this mask gives: a power of two less one.
    case each(mask: UInt64)
    case none
  }

  /// Releases of the first run that was measured, and how many different calls made them; 0 = none yet.
  private var measured = 0
  private var calls = 0
  private var generator = SeededGenerator(seed: 0)
  /// Releases of this run so far.
  private var release = 0
  private var target = Target.none
  /// The task that rests, for so many more choices.
  private var resting = TaskID.none
  private(set) var rest = 0
  /// Enough for others to come to the code that needs what has not been done yet; not more, since others may
  /// wait for that in a loop.
  private static let longestRest = 32

  /// Whether schedules of this number, from 0, pause: one of three, so that each strategy of a mix has some.
  static func areIn(schedule number: Int) -> Bool { number % 3 == 1 }

  /// Whether the next release does not pause, whatever call makes it: it is counted then, and `next` is not
  /// asked. Where no run has been measured, each call has to be numbered, so that the answer is false.
  mutating func passesRelease() -> Bool {
    switch target {
    case .none: return true
    case .first, .some: return false
    case .one(let number): if release &+ 1 >= number { return false }
    case .each(let mask):
      if measured == 0 { return false }
      var following = generator
      if following.next() & mask == 0 { return false }
      generator = following
    }
    release &+= 1
    return true
  }

  /// The first profile that says anything is kept for good.
  mutating func learn(_ profile: ExecutionProfile) {
    if measured > 0 { return }
    measured = profile.releases
    calls = profile.releaseSites
  }

  /// No task rests in the next run, which may be one that does not pause.
  mutating func endRun() { rest = 0 }

  /// Begins the run of this number, from 0; `seed` is that of its schedule.
  mutating func begin(schedule number: Int, seed: UInt64) {
    generator = SeededGenerator(seed: mix(seed ^ 0x7061_7573_6573_0000))
    release = 0
    target = drawTarget(number / 3)
  }

  private mutating func drawTarget(_ number: Int) -> Target {
    if number < calls { return .first(call: number) }
    let later = number - calls
    if calls > 0, later % 3 == 0 { return .some(call: later / 3 % calls) }
    if measured > 0, later % 3 == 1 { return .one(generator.below(measured) &+ 1) }
    var odds: UInt64 = 2
    while odds &* 2 < UInt64(measured) { odds = odds &* 2 }
    return .each(mask: odds &- 1)
  }

  /// Whether this release pauses; sets `rest` where the task rests then.
  private mutating func isDue(_ call: Int) -> Bool {
    switch target {
    case .first(call):
      target = .none
      rest = ReleasePauses.longestRest
    case .some(call):
      if generator.below(2) == 0 { return false }
      target = .none
      if generator.below(2) == 0 { rest = ReleasePauses.longestRest }
    case .one(release): target = .none
    case .each(let mask): return generator.next() & mask == 0
    case .first, .some, .one, .none: return false
    }
    return true
  }

  /// The index of the candidate that continues: as often as all others together the one that was enabled
  /// last.
  mutating func next(
    _ candidates: UnsafePointer<TaskID>, _ count: Int, baseline: Int, enabled: Int, call: Int
  ) -> Int {
    release &+= 1
    if !isDue(call) { return baseline }
    resting = candidates[baseline]
    if generator.below(2) == 0 { return enabled }
    let other = generator.below(count)
    return other == baseline || candidates[other] == .clock ? enabled : other
  }

  /// The index of the candidate that continues instead of a resting one, if any other can; asked at each
  /// choice while `rest` is more than 0.
  mutating func hold(
    _ candidates: UnsafePointer<TaskID>, _ count: Int, _ chosen: Int, baseline: Int
  ) -> Int {
    rest &-= 1
    if candidates[chosen] != resting { return chosen }
    if baseline != chosen, candidates[baseline] != .clock { return baseline }
    var other = 0
    while other < count, other == chosen || candidates[other] == .clock { other &+= 1 }
    return other < count ? other : chosen
  }
}
