// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// The oracle that decides a run: who is next, which way an operation goes, and the program's random numbers.
///
/// Nothing else may choose. Schedule `number` of a seed is a function of the seed, the strategy, the profile
/// of run 0 and its number alone, never of the runs before it: shards and parallel jobs see the same
/// schedules. One thread at a time; the answers are asked for millions of times a second, also in builds
/// without optimisation, so what they touch is plain memory behind one pointer: no arrays, no references, no
/// exclusivity checks.
public final class Scheduler {
  /// The strategy that was asked for.
  public let strategy: Strategy
  /// The seed of the exploration.
  public let seed: UInt64
  /// Owned; allocated in `init`, freed in `deinit`, used by one thread at a time.
  private let state: UnsafeMutablePointer<SchedulerState>

  /// Every seed is a good one; nothing is decided before a run begins.
  public init(strategy: Strategy, seed: UInt64) {
    self.strategy = strategy
    self.seed = seed
    state = .allocate(capacity: 1)
    state.initialize(to: SchedulerState())
  }

  deinit {
    state.pointee.free()
    state.deinitialize(count: 1)
    state.deallocate()
  }

  // MARK: - Question 1: start a run

  /// Starts schedule `number`; 0 is the baseline order.
  ///
  /// `profile` is that of the last run. The first one that says anything is kept for good, or schedules would
  /// depend on their predecessors: the caller that starts in the middle hands over the profile of run 0.
  public func beginRun(_ number: Int, profile: ExecutionProfile) -> ExecutionPlan {
    let scheduleSeed = fold(mix(seed), UInt64(bitPattern: Int64(number)))
    return state.pointee.begin(
      number: number, strategy: strategy.forSchedule(number), seed: scheduleSeed,
      profile: profile)
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
    return state.pointee.begin(pattern, seed: directedSeed, as: observed)
  }

  /// Whether all tasks of the pattern have been at their places in the current run.
  public var wasDirectionMet: Bool { state.pointee.directed.wasMet }

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
    state.pointee.begin(replaying: token, fairAfter: fairAfter, recordingDeviations: recordingDeviations)
  }

  /// Starts a run that takes `deviations` wherever it comes to them and can, and continues in the baseline
  /// order everywhere else; clock, pool and random numbers are those of `token`.
  @discardableResult
  public func begin(taking deviations: [StableDeviation], of token: ScheduleToken) -> ExecutionPlan {
    state.pointee.begin(deviations, holding: false, token: token)
  }

  /// As `begin(taking:of:)`, but the task that a deviation names waits even where the one that was to go
  /// instead cannot: another one goes.
  @discardableResult
  public func begin(holdingBack deviations: [StableDeviation], of token: ScheduleToken) -> ExecutionPlan {
    state.pointee.begin(deviations, holding: true, token: token)
  }

  /// Starts a run in which the tasks of `excerpt` keep its order, and all others that of the baseline; clock,
  /// pool and random numbers are those of `token`.
  @discardableResult
  public func begin(following excerpt: PartialSchedule, of token: ScheduleToken) -> ExecutionPlan {
    state.pointee.begin(excerpt, token: token)
  }

  /// Starts a run by partial-order sampling that belongs to no exploration; clock and pool are those of
  /// `token`.
  public func beginSampling(_ number: Int, of token: ScheduleToken) -> ExecutionPlan {
    let seed = fold(mix(token.entropySeed), UInt64(bitPattern: Int64(number)))
    return state.pointee.begin(number: number, strategy: .pos, seed: seed, profile: ExecutionProfile())
  }

  /// The deviations that the current run has made, while they are recorded or taken.
  public var deviations: [StableDeviation] { state.pointee.deviations.made }

  /// The deviations that made a task wait longest while deviations were recorded, the longest waits first.
  public var longestWaits: [StableDeviation] { state.pointee.deviations.waits.longest }

  /// The order of all tasks, when a run is over in which deviations were recorded.
  public var wholeOrder: PartialSchedule { state.pointee.deviations.whole }

  // MARK: - Question 2: who is next

  /// The index of the candidate that runs next, in 0 ..< `count`; asked only where `count` is at least 2.
  ///
  /// `baseline` is the index that the baseline order takes. `TaskID.clock` may be among the candidates, once.
  public func next(
    _ candidates: UnsafePointer<TaskID>, _ count: Int, baseline: Int
  ) -> Int {
    choices.next(candidates, count, baseline: baseline)
  }

  /// The same question without a counted reference; must not be asked after the scheduler is gone.
  public var choices: Choices { Choices(state) }

  /// Which of `count` ways an operation goes, in 0 ..< `count`; 0 is the way of the baseline order.
  public func choose(_ count: Int) -> Int {
    count < 2 ? 0 : state.pointee.choose(count)
  }

  /// Notes a choice of the present run that `ExhaustiveSearch` has made: among candidates, or, with a
  /// baseline of 0, of the way an operation goes.
  public func note(_ choice: Int, baseline: Int) { state.pointee.note(choice, baseline: baseline) }

  /// Starts a run of a search through all orders: such runs differ in nothing but the order of their steps.
  public func beginExhaustiveExecution(_ number: Int, profile: ExecutionProfile) -> ExecutionPlan {
    state.pointee.begin(
      number: number, strategy: .exhaustive, seed: fold(mix(seed), 0), profile: profile)
  }

  /// Tells that `task` yielded, slept, polled or timed out: fair orders let the others go first.
  public func yielded(_ task: TaskID) { state.pointee.yielded(task) }

  // MARK: - Question 3: a random number

  /// 64 random bits for the program under test, from the schedule's seed, independent of the choices.
  public func random() -> UInt64 {
    state.pointee.hasDrawn = true
    return state.pointee.entropy.next()
  }

  /// Whether the program has drawn random numbers in the current run.
  public var hasDrawn: Bool { state.pointee.hasDrawn }

  // MARK: - What was decided

  /// How many choices the current run has made; the points of deviations and divergences count from 1.
  public var choicePoints: Int { state.pointee.point }

  /// The plan of the current run.
  public var plan: ExecutionPlan { state.pointee.plan }

  /// The deviations of the current run from the baseline order so far; valid until the next choice.
  public var recorded: UnsafeBufferPointer<Deviation> {
    UnsafeBufferPointer(start: state.pointee.log.start, count: state.pointee.log.count)
  }

  /// The token of the current run as far as it has come; `poolWidth` 0 = unbounded.
  public func token(poolWidth: Int) -> ScheduleToken {
    ScheduleToken(
      entropySeed: plan.entropySeed, poolWidth: poolWidth, allowsSkew: plan.allowsSkew,
      deviations: Array(recorded))
  }

  /// Ends a replay: choices of the token that the run never came to are a divergence from now on.
  public func endReplay() { state.pointee.endReplay() }

  /// Says where the steps of the current run are counted, for the caller that asks where a replay left its
  /// token; the counter must live as long as runs are begun.
  public func countsSteps(at counter: UnsafePointer<Int>?) { state.pointee.steps = counter }

  /// Where the replay stopped matching its token; nil as long as it fits.
  public var divergence: Divergence? { state.pointee.cursor.divergence }
}

/// The choices of a scheduler's current run, for the caller that asks at every step: asking through a class
/// would count a reference up and down each time.
///
/// Only a pointer, passed by value; valid as long as its scheduler lives.
public struct Choices {
  let state: UnsafeMutablePointer<SchedulerState>
  /// Of `state`, for code that is compiled into the module of the caller that asks.
  @usableFromInline let requiredInputs: UnsafeMutablePointer<UInt8>

  static var viewBit: UInt8 { 1 }
  static var stepsBit: UInt8 { 2 }

  init(_ state: UnsafeMutablePointer<SchedulerState>) {
    self.state = state
    requiredInputs = state.pointer(to: \.requiredInputs)!
  }

  /// As `Scheduler.next`.
  public func next(
    _ candidates: UnsafePointer<TaskID>, _ count: Int, baseline: Int
  ) -> Int {
    state.pointee.next(candidates, count, baseline: baseline)
  }

  /// Whether this run's choices are to be asked for with a view of the tasks.
  @inlinable
  public var needsTaskView: Bool { requiredInputs.pointee & 1 != 0 }

  /// Whether `executed` is to be called after every step of this run.
  @inlinable
  public var countsSteps: Bool { requiredInputs.pointee & 2 != 0 }

  /// As the other `next`, in runs that look at the tasks.
  public func next(
    _ candidates: UnsafePointer<TaskID>, _ count: Int, baseline: Int, view: TaskView
  ) -> Int {
    state.pointee.next(candidates, count, baseline: baseline, view: view)
  }

  /// Tells that a task has made a step.
  public func executed(_ task: TaskID, _ operation: Operation, view: TaskView) {
    state.pointee.executed(task, operation, view)
  }
}
