// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// The oracle that decides a run: which task is next, which way an operation goes, and the program's random
/// numbers.
///
/// Nothing else may choose. Schedule `number` of a seed is a function of the seed, the strategy, the profile
/// of run 0 and its number alone, never of the runs before it: shards and parallel jobs see the same
/// schedules. One thread at a time. A scheduler starts runs and reports what was decided; in between, the run
/// asks its `choices`.
public final class Scheduler {
  /// The strategy that was asked for.
  public let strategy: Strategy
  /// The seed of the exploration.
  public let seed: UInt64
  /// Whether runs that are drawn may pause behind releases; see `ReleasePauses`.
  public var drawsPauses = true
  /// Answers while a run is made; must not be asked after the scheduler is gone.
  ///
  /// Owned; allocated in `init`, freed in `deinit`, used by one thread at a time. A pointer, since asking
  /// through a class would count a reference up and down each time.
  package let choices: UnsafeMutablePointer<Choices>

  /// Every seed is a good one; nothing is decided before a run begins.
  public init(strategy: Strategy, seed: UInt64) {
    self.strategy = strategy
    self.seed = seed
    choices = .allocate(capacity: 1)
    choices.initialize(to: Choices())
  }

  deinit {
    choices.pointee.free()
    choices.deinitialize(count: 1)
    choices.deallocate()
  }

  // MARK: - Starting a run

  /// Starts schedule `number`; 0 is the baseline order.
  ///
  /// `profile` is that of the last run. The first one that says anything is kept for good, or schedules would
  /// depend on their predecessors: the caller that starts in the middle hands over the profile of run 0.
  public func beginRun(_ number: Int, profile: ExecutionProfile) -> ExecutionPlan {
    let scheduleSeed = fold(mix(seed), UInt64(bitPattern: Int64(number)))
    _ = choices.pointee.begin(
      number: number, strategy: strategy.forSchedule(number), seed: scheduleSeed,
      profile: profile)
    if drawsPauses { choices.pointee.drawPauses(seed: scheduleSeed) }
    return choices.pointee.plan
  }

  /// Starts try `number` to come to `pattern`, which was seen in the run of `observed`.
  ///
  /// A function of the seed, the pattern's schedule, its locks and the number alone. `wasDirectionMet` says
  /// afterwards whether all tasks of the pattern were at their places at once.
  @discardableResult
  public func begin(directedTo pattern: DeadlockPattern, try number: Int, as observed: ExecutionPlan)
    -> ExecutionPlan
  {
    let scheduleSeed = fold(mix(seed), UInt64(bitPattern: Int64(observed.number)))
    let directedSeed = fold(fold(scheduleSeed ^ 0x6469_7265_6374_6564, pattern.locks), UInt64(number))
    return choices.pointee.begin(pattern, seed: directedSeed, as: observed)
  }

  /// Whether all tasks of the pattern have been at their places in the current run.
  public var wasDirectionMet: Bool { choices.pointee.directed.wasMet }

  /// Starts a run that makes the choices of `token` and those of the baseline order between and after them.
  ///
  /// With `fairAfter`, only the choices up to that point are replayed; later ones go to the task that has
  /// waited longest, and tasks that yielded wait for all others.
  ///
  /// With `recordingDeviations`, `deviations` are those of the run when it is over.
  @discardableResult
  public func begin(
    replaying token: ScheduleToken, fairAfter: Int? = nil, recordingDeviations: Bool = false
  ) -> ExecutionPlan {
    choices.pointee.begin(replaying: token, fairAfter: fairAfter, recordingDeviations: recordingDeviations)
  }

  /// Starts a run that takes `deviations` wherever it comes to them and can, and continues in the baseline
  /// order everywhere else; clock, pool and random numbers are those of `token`.
  @discardableResult
  public func begin(taking deviations: [StableDeviation], of token: ScheduleToken) -> ExecutionPlan {
    choices.pointee.begin(deviations, holding: false, token: token)
  }

  /// As `begin(taking:of:)`, but the task that a deviation names waits even where the one that was to go
  /// instead cannot: another one goes.
  @discardableResult
  public func begin(holdingBack deviations: [StableDeviation], of token: ScheduleToken) -> ExecutionPlan {
    choices.pointee.begin(deviations, holding: true, token: token)
  }

  /// Starts a run in which the tasks of `excerpt` keep its order, and all others that of the baseline; clock,
  /// pool and random numbers are those of `token`.
  @discardableResult
  public func begin(following excerpt: PartialSchedule, of token: ScheduleToken) -> ExecutionPlan {
    choices.pointee.begin(excerpt, token: token)
  }

  /// Starts a run by partial-order sampling that belongs to no exploration; clock and pool are those of
  /// `token`.
  public func beginSampling(_ number: Int, of token: ScheduleToken) -> ExecutionPlan {
    let seed = fold(mix(token.entropySeed), UInt64(bitPattern: Int64(number)))
    return choices.pointee.begin(number: number, strategy: .pos, seed: seed, profile: ExecutionProfile())
  }

  /// Starts a run of a search through all orders, which `Choices.follow` names: such runs differ in nothing
  /// but the order of their steps.
  public func beginExhaustiveExecution(_ number: Int, profile: ExecutionProfile) -> ExecutionPlan {
    choices.pointee.begin(
      number: number, strategy: .exhaustive, seed: fold(mix(seed), 0), profile: profile)
  }

  // MARK: - What was decided

  /// The deviations that the current run has made, while they are recorded or taken.
  public var deviations: [StableDeviation] { choices.pointee.deviations.made }

  /// The deviations that made a task wait longest while deviations were recorded, the longest waits first.
  public var longestWaits: [StableDeviation] { choices.pointee.deviations.waits.longest }

  /// The order of all tasks, when a run is over in which deviations were recorded.
  public var wholeOrder: PartialSchedule { choices.pointee.deviations.whole }

  /// Whether the program has drawn random numbers in the current run.
  public var hasDrawn: Bool { choices.pointee.hasDrawn }

  /// How many choices the current run has made; the points of deviations and divergences count from 1.
  public var choicePoints: Int { choices.pointee.point }

  /// The plan of the current run.
  public var plan: ExecutionPlan { choices.pointee.plan }

  /// The deviations of the current run from the baseline order so far; valid until the next choice.
  public var recorded: UnsafeBufferPointer<Deviation> {
    UnsafeBufferPointer(start: choices.pointee.log.start, count: choices.pointee.log.count)
  }

  /// The token of the current run as far as it has come; `poolWidth` 0 = unbounded.
  public func token(poolWidth: Int) -> ScheduleToken {
    ScheduleToken(
      entropySeed: plan.entropySeed, poolWidth: poolWidth, allowsSkew: plan.allowsSkew,
      pausesAfterReleases: plan.pausesAfterReleases && choices.pointee.hadReleases,
      deviations: Array(recorded))
  }

  /// Ends a replay: choices of the token that the run never came to are a divergence from now on.
  public func endReplay() { choices.pointee.endReplay() }

  /// Says where the steps of the current run are counted, for the caller that asks where a replay left its
  /// token; the counter must live as long as runs are begun.
  public func countsSteps(at counter: UnsafePointer<Int>?) { choices.pointee.steps = counter }

  /// Where the replay stopped matching its token; nil as long as it fits.
  public var divergence: Divergence? { choices.pointee.cursor.divergence }
}
