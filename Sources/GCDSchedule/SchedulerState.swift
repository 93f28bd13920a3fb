// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// What one scheduler changes while it answers; lives in plain memory behind the pointer of `Scheduler`.
struct SchedulerState {
  /// Who decides the current run. A `switch` compares without a call where nothing is optimised.
  private enum Mode { case strategy, replay, deviations, directed }

  private var mode = Mode.strategy
  /// The strategy of the current run, where a strategy decides it.
  private(set) var active = StrategyName.baseline
  /// Of `active`.
  private var traits = StrategyTraits(rawValue: 0)
  /// Of `active`, where a strategy decides: whether it draws which way an operation goes.
  private var drawsEffects = false
  /// Of `active`, where a strategy decides: whether the clock is among what it decides.
  private var choosesTime = false
  /// Choices made in this run.
  private(set) var point = 0
  /// Set last when a run begins.
  private(set) var plan = ExecutionPlan(
    number: 0, strategy: .baseline, allowsSkew: false, entropySeed: 0, poolWidth: nil)
  {
    didSet { requiredInputs = (needsTaskView ? Choices.viewBit : 0) | (countsSteps ? Choices.stepsBit : 0) }
  }
  /// What this run wants of the caller that asks, as bits of `Choices`: read at every step.
  var requiredInputs: UInt8 = 0

  /// The choices' own stream.
  var generator = SeededGenerator(seed: 0)
  /// The program's stream; it advances only when the program draws.
  var entropy = SeededGenerator(seed: 0)
  /// The program has drawn in this run.
  var hasDrawn = false
  /// A power of two less one; see `RandomWalk`.
  private(set) var clockOddsMask: UInt64 = 0
  /// The choice of a run by priorities that is drawn instead; 0 = none. A short program has few orders by
  /// priorities: every third schedule would repeat an earlier one.
  private(set) var randomChoicePoint = 0
  /// Choices in the first run that was measured; 0 = none yet. Never changes once set.
  private(set) var measuredLength = 0

  var states = StrategyStates()
  private(set) var directed = DirectedStrategy()
  private var fair = FairStrategy()
  /// In a replay: the last choice point before the fair order takes over.
  private var fairAfter = Int.max

  private(set) var deviations = DeviationReplay()
  /// A replay takes down the deviations that it makes.
  private var recordsDeviations = false

  private(set) var log = DeviationLog()
  private(set) var cursor = ReplayCursor()
  /// Where the owner counts the steps of the current run; valid as long as the owner uses the scheduler.
  var steps: UnsafePointer<Int>?

  func free() {
    states.free()
    directed.free()
    fair.free()
    log.free()
  }

  // MARK: - Starting

  mutating func begin(number: Int, strategy: Strategy, seed: UInt64, profile: ExecutionProfile)
    -> ExecutionPlan
  {
    reset()
    if measuredLength == 0 { learn(profile) }
    generator = SeededGenerator(seed: mix(seed ^ 0x6368_6f69_6365_7300))
    let entropySeed = mix(seed ^ 0x656e_7472_6f70_7900)
    entropy = SeededGenerator(seed: entropySeed)
    mode = .strategy
    active = strategy.name
    traits = active.entry.traits
    drawsEffects = traits.contains(.drawn)
    choosesTime = traits.contains(.time)
    let skew = traits.contains(.skew) && (!traits.contains(.drawn) || drawSkew())
    start(strategy)
    if measuredLength > 0, strategy.goesByPriorities {
      randomChoicePoint = generator.below(measuredLength) + 1
    }
    plan = ExecutionPlan(
      number: number, strategy: strategy, allowsSkew: skew, entropySeed: entropySeed, poolWidth: nil)
    return plan
  }

  private mutating func learn(_ profile: ExecutionProfile) {
    measuredLength = profile.choicePoints
    if let census = profile.census { states.learn(census) }
  }

  /// Starts a run that is to come to `pattern`; the program's numbers and the clock are those of `plan`.
  mutating func begin(_ pattern: DeadlockPattern, seed: UInt64, as observed: ExecutionPlan) -> ExecutionPlan {
    reset()
    mode = .directed
    generator = SeededGenerator(seed: seed)
    clockOddsMask = 15
    entropy = SeededGenerator(seed: observed.entropySeed)
    directed.begin(pattern, seed: generator.next())
    plan = observed
    plan.isDirected = true
    return plan
  }

  /// Starts a run that goes as the baseline order, but for `deviations`, and otherwise as `token`.
  mutating func begin(_ deviations: [StableDeviation], holding: Bool, token: ScheduleToken) -> ExecutionPlan {
    reset()
    mode = .deviations
    self.deviations.begin(deviations, holding: holding)
    return startReplay(token)
  }

  /// Starts a run that goes as the baseline order with `excerpt` in it, and otherwise as `token`.
  mutating func begin(_ excerpt: PartialSchedule, token: ScheduleToken) -> ExecutionPlan {
    reset()
    mode = .deviations
    deviations.begin(excerpt)
    return startReplay(token)
  }

  mutating func begin(
    replaying token: ScheduleToken, fairAfter: Int?, recordingDeviations: Bool
  ) -> ExecutionPlan {
    reset()
    recordsDeviations = recordingDeviations
    if recordingDeviations { deviations.begin([]) }
    mode = .replay
    self.fairAfter = fairAfter ?? Int.max
    fair.begin()
    cursor.begin(fairAfter.map { last in token.deviations.filter { $0.point <= last } } ?? token.deviations)
    return startReplay(token)
  }

  private mutating func startReplay(_ token: ScheduleToken) -> ExecutionPlan {
    entropy = SeededGenerator(seed: token.entropySeed)
    plan = ExecutionPlan(
      number: 0, strategy: .baseline, allowsSkew: token.allowsSkew, entropySeed: token.entropySeed,
      poolWidth: token.poolWidth)
    return plan
  }

  private mutating func reset() {
    point = 0
    hasDrawn = false
    log.removeAll()
    recordsDeviations = false
    randomChoicePoint = 0
    choosesTime = false
    if case .replay = mode { cursor.begin([]) }
  }

  /// Half of the runs keep exact time; the others let the clock overtake in one of 4, 16 or 64 cases.
  private mutating func drawSkew() -> Bool {
    clockOddsMask = 4 &<< UInt64(2 * generator.below(3)) &- 1
    return generator.below(2) == 1
  }

  // MARK: - Answering

  @inline(__always)
  mutating func next(_ candidates: UnsafePointer<TaskID>, _ count: Int, baseline: Int) -> Int {
    point &+= 1
    var chosen = baseline
    switch mode {
    case .strategy: chosen = choose(among: candidates, count, baseline: baseline)
    case .replay:
      if point == cursor.due {
        chosen = cursor.take(among: count, candidates, baseline: baseline, steps: steps)
      } else if point > fairAfter {
        chosen = fair.next(candidates, count)
      }
    case .deviations, .directed: break
    }
    if chosen != baseline { log.append(point: point, choice: chosen) }
    return chosen
  }

  /// Notes a choice that another task has made.
  mutating func note(_ choice: Int, baseline: Int) {
    point &+= 1
    if choice != baseline { log.append(point: point, choice: choice) }
  }

  /// Whether choices of this run are made by `next` with a view of the tasks.
  private var needsTaskView: Bool {
    switch mode {
    case .strategy: traits.contains(.tasks)
    case .replay: recordsDeviations
    case .deviations, .directed: true
    }
  }

  /// Whether this run's strategy is to be notified of every step.
  private var countsSteps: Bool {
    switch mode {
    case .strategy: traits.contains(.steps)
    case .directed: true
    case .replay, .deviations: false
    }
  }

  /// As the other `next`, for the orders that look at the tasks.
  mutating func next(
    _ candidates: UnsafePointer<TaskID>, _ count: Int, baseline: Int, view: TaskView
  ) -> Int {
    if recordsDeviations {
      let chosen = next(candidates, count, baseline: baseline)
      deviations.record(candidates, chosen: chosen, baseline: baseline, view: view)
      return chosen
    }
    point &+= 1
    var chosen = 0
    switch mode {
    case .deviations: chosen = deviations.next(candidates, count, baseline: baseline, view: view)
    case .directed: chosen = chooseInTime(among: candidates, count, view)
    case .strategy, .replay:
      let start = window(count)
      chosen =
        chooseInTime(among: candidates + start, min(count, SchedulerState.widestChoice), view) &+ start
    }
    if chosen != baseline { log.append(point: point, choice: chosen) }
    return chosen
  }

  /// Candidates that a strategy looks at in one choice: each costs time at every step, and with thousands of
  /// them a run would take minutes.
  static let widestChoice = 64

  /// Where the candidates of one choice begin that a strategy looks at; drawn where it does not look at all.
  @inline(__always)
  mutating func window(_ count: Int) -> Int {
    count > SchedulerState.widestChoice
      ? generator.below(count &- SchedulerState.widestChoice &+ 1) : 0
  }

  /// The choice of a run that looks at the tasks; the clock, and a walk where the strategy is not asked, come
  /// first.
  private mutating func chooseInTime(
    among candidates: UnsafePointer<TaskID>, _ count: Int, _ view: TaskView
  ) -> Int {
    if point > PriorityStrategy.fairAfter || point == randomChoicePoint {
      return RandomWalk.next(candidates, count, clockOddsMask: clockOddsMask, generator: &generator)
    }
    if !choosesTime {
      let clock = clockIndex(candidates, count)
      if clock >= 0, generator.next() & clockOddsMask == 0 { return clock }
    }
    if case .directed = mode { return directed.next(candidates, count, view: view) }
    return choose(among: candidates, count, view: view)
  }

  /// Where the clock is among the candidates, or -1.
  private func clockIndex(_ candidates: UnsafePointer<TaskID>, _ count: Int) -> Int {
    if !plan.allowsSkew { return -1 }
    var index = 0
    while index < count {
      if candidates[index] == .clock { return index }
      index &+= 1
    }
    return -1
  }

  mutating func executed(_ task: TaskID, _ operation: Operation, _ view: TaskView) {
    if case .directed = mode { return directed.executed(task, operation) }
    noteStep(task, operation, view)
  }

  mutating func choose(_ count: Int) -> Int {
    point &+= 1
    var chosen = 0
    switch mode {
    case .strategy: if drawsEffects { chosen = generator.below(count) }
    case .replay:
      if point == cursor.due { chosen = cursor.take(among: count, nil, baseline: 0, steps: steps) }
      if recordsDeviations { deviations.recordEffect(chosen) }
    case .deviations: chosen = deviations.choose(count)
    case .directed: chosen = generator.below(count)
    }
    if chosen != 0 { log.append(point: point, choice: chosen) }
    return chosen
  }

  mutating func yielded(_ task: TaskID) {
    switch mode {
    case .strategy: demote(task)
    case .replay: fair.demote(task)
    case .directed: directed.demote(task)
    case .deviations: break
    }
  }

  mutating func endReplay() {
    if case .replay = mode { cursor.end(madeChoices: point) }
  }
}
