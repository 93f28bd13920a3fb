// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// The choices of a scheduler's current run: what is asked while the run is made.
///
/// Plain memory behind one pointer, which is valid as long as its scheduler lives: it is asked millions of
/// times a second, also in builds without optimisation, so there are no arrays, no references and no
/// exclusivity checks in what it touches.
package struct Choices {
  /// What decides the current run. A `switch` compares without a call where nothing is optimised.
  private enum Mode { case strategy, replay, deviations, directed, search }

  private var mode = Mode.strategy
  /// The strategy of the current run, where a strategy decides it.
  private(set) var active = StrategyName.baseline
  /// Of `active`.
  private var traits = StrategyTraits(rawValue: 0)
  /// Of `active`, where a strategy decides: whether it draws which way an operation goes.
  private var drawsEffects = false
  /// Of `active`, where a strategy decides: whether it looks at the tasks.
  private var looksAtTasks = false
  /// Of `active`, where a strategy decides: whether the clock is among what it decides.
  private var choosesTime = false
  /// Choices made in this run.
  private(set) var point = 0
  private(set) var plan = ExecutionPlan(
    number: 0, strategy: .baseline, allowsSkew: false, entropySeed: 0, poolWidth: nil)
  {
    didSet { watchesReleases = plan.pausesAfterReleases || plan.number == 0 }
  }
  /// Whether releases are counted in this run: the measured one's are, and where they may pause. Stored:
  /// each release asks for it.
  package private(set) var watchesReleases = true

  /// The choices' own stream.
  var generator = SeededGenerator(seed: 0)
  /// The program's stream; it advances only when the program draws.
  private var entropy = SeededGenerator(seed: 0)
  /// The program has drawn in this run.
  private(set) var hasDrawn = false
  /// A power of two less one; see `RandomWalk`.
  private(set) var clockOddsMask: UInt64 = 0
  /// The choice of a run by priorities that is drawn instead; 0 = none. A short program has few orders by
  /// priorities: every third schedule would repeat an earlier one.
  private(set) var randomChoicePoint = 0
  /// Choices in the first run that was measured; 0 = none yet. Never changes once set.
  private(set) var measuredLength = 0

  /// `nextAfterRelease` was asked in this run.
  private(set) var hadReleases = false
  /// Where others go first although the task that has enabled one of them could continue.
  private var pauses = ReleasePauses()

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

  /// The tasks at the choice that is asked for next; set before each where `needsTaskView`.
  package var view: TaskView?
  /// The search that decides the run; owned by the caller of `follow`, until the next run begins.
  private var search: UnsafeMutablePointer<ExhaustiveSearch>?
  /// What the search chooses among next; set before each choice that it makes.
  package var searched = SearchedCandidates()

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
    pauses.learn(profile)
    generator = SeededGenerator(seed: mix(seed ^ 0x6368_6f69_6365_7300))
    let entropySeed = mix(seed ^ 0x656e_7472_6f70_7900)
    entropy = SeededGenerator(seed: entropySeed)
    mode = .strategy
    active = strategy.name
    traits = active.entry.traits
    drawsEffects = traits.contains(.drawn)
    looksAtTasks = traits.contains(.tasks)
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

  /// Has the run that was begun last pause behind releases, where schedules of its number do.
  mutating func drawPauses(seed: UInt64) {
    guard drawsEffects, ReleasePauses.areIn(schedule: plan.number) else { return }
    plan.pausesAfterReleases = true
    pauses.begin(schedule: plan.number, seed: seed)
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

  /// Has the run that was begun last decided by a search, at every step.
  package mutating func follow(_ search: UnsafeMutablePointer<ExhaustiveSearch>) {
    mode = .search
    self.search = search
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
      number: 0, strategy: .baseline, allowsSkew: token.allowsSkew,
      pausesAfterReleases: token.pausesAfterReleases, entropySeed: token.entropySeed,
      poolWidth: token.poolWidth)
    return plan
  }

  private mutating func reset() {
    point = 0
    hasDrawn = false
    hadReleases = false
    pauses.endRun()
    log.removeAll()
    recordsDeviations = false
    randomChoicePoint = 0
    choosesTime = false
    search = nil
    if case .replay = mode { cursor.begin([]) }
  }

  /// Half of the runs keep exact time; the others let the clock overtake in one of 4, 16 or 64 cases.
  private mutating func drawSkew() -> Bool {
    clockOddsMask = 4 &<< UInt64(2 * generator.below(3)) &- 1
    return generator.below(2) == 1
  }

  // MARK: - Who is next

  /// The index of the candidate that runs next, in 0 ..< `count`; a search is asked at every step, everything
  /// else only where `count` is at least 2.
  ///
  /// `baseline` is the index that the baseline order takes. `TaskID.clock` may be among the candidates, once.
  @inline(__always)
  package mutating func next(_ candidates: UnsafePointer<TaskID>, _ count: Int, baseline: Int) -> Int {
    point &+= 1
    var chosen = baseline
    switch mode {
    case .strategy:
      chosen =
        looksAtTasks && view != nil
        ? chooseInWindow(candidates, count) : choose(among: candidates, count, baseline: baseline)
      if pauses.rest > 0 { chosen = pauses.hold(candidates, count, chosen, baseline: baseline) }
    case .replay:
      if point == cursor.due {
        chosen = cursor.take(among: count, candidates, baseline: baseline, steps: steps)
      } else if point > fairAfter {
        chosen = fair.next(candidates, count)
      }
      if recordsDeviations {
        deviations.record(candidates, chosen: chosen, baseline: baseline, view: view!)
      }
    case .deviations: chosen = deviations.next(candidates, count, baseline: baseline, view: view!)
    case .directed: chosen = chooseInTime(among: candidates, count, view!)
    case .search: return searchedNext(count, baseline: baseline)
    }
    if chosen != baseline { log.append(point: point, choice: chosen) }
    return chosen
  }

  /// Has the run that was begun last watch releases, whatever its plan says, until another one is begun.
  package mutating func watchReleases() { plan.pausesAfterReleases = true }

  /// Whether `nextAfterRelease` is to be asked in this run; `mutating` as `needsTaskView` is.
  package var pausesAfterReleases: Bool { mutating get { plan.pausesAfterReleases } }

  /// Whether the running task continues behind a release, whatever call makes it; the release counts as a
  /// choice then, and `nextAfterRelease` is not asked.
  package mutating func passesRelease() -> Bool {
    guard case .strategy = mode, plan.pausesAfterReleases, pauses.passesRelease() else { return false }
    hadReleases = true
    point &+= 1
    return true
  }

  /// The index of the candidate that continues when the task at `baseline` has let others, by the call of
  /// that number in this run, and could itself run on; asked only where the plan says so.
  ///
  /// - Parameter enabled: The index of the one that became enabled last.
  package mutating func nextAfterRelease(
    _ candidates: UnsafePointer<TaskID>, _ count: Int, baseline: Int, enabled: Int, call: Int
  ) -> Int {
    hadReleases = true
    var chosen = baseline
    switch mode {
    case .strategy:
      point &+= 1
      chosen = pauses.next(candidates, count, baseline: baseline, enabled: enabled, call: call)
      if chosen != baseline { log.append(point: point, choice: chosen) }
    case .replay, .deviations: chosen = next(candidates, count, baseline: baseline)
    case .directed, .search: point &+= 1
    }
    return chosen
  }

  /// What the search chooses; only a step with several candidates is a choice point.
  @inline(never)
  private mutating func searchedNext(_ count: Int, baseline: Int) -> Int {
    let chosen = searched.places[search!.pointee.next(searched.candidates, baseline: searched.baseline)]
    if count < 2 {
      point &-= 1
    } else if chosen != baseline {
      log.append(point: point, choice: chosen)
    }
    return chosen
  }

  /// Whether `view` is to be set before this run's choices; `mutating`, since a caller through a pointer
  /// would copy the whole value to read it.
  package var needsTaskView: Bool {
    mutating get {
      switch mode {
      case .strategy: looksAtTasks
      case .replay: recordsDeviations
      case .deviations, .directed: true
      case .search: false
      }
    }
  }

  /// Whether `executed` is to be called after every step of this run; `mutating` as `needsTaskView` is.
  package var countsSteps: Bool {
    mutating get {
      switch mode {
      case .strategy: traits.contains(.steps)
      case .directed: true
      case .replay, .deviations, .search: false
      }
    }
  }

  private mutating func chooseInWindow(_ candidates: UnsafePointer<TaskID>, _ count: Int) -> Int {
    let start = window(count)
    return chooseInTime(among: candidates + start, min(count, Choices.widestChoice), view!) &+ start
  }

  /// Candidates that a strategy looks at in one choice: each costs time at every step, and with thousands of
  /// them a run would take minutes.
  static let widestChoice = 64

  /// Where the candidates of one choice begin that a strategy looks at; drawn where it does not look at all.
  @inline(__always)
  mutating func window(_ count: Int) -> Int {
    count > Choices.widestChoice
      ? generator.below(count &- Choices.widestChoice &+ 1) : 0
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

  /// A task has made a step.
  ///
  /// - Parameter site: as `TaskView.site`.
  package mutating func executed(_ task: TaskID, _ operation: Operation, site: UInt64) {
    if case .directed = mode { return directed.executed(task, operation) }
    noteStep(task, operation, site)
  }

  /// A task has yielded, slept, polled or timed out: fair orders let the others go first.
  package mutating func yielded(_ task: TaskID) {
    switch mode {
    case .strategy: demote(task)
    case .replay: fair.demote(task)
    case .directed: directed.demote(task)
    case .deviations, .search: break
    }
  }

  // MARK: - Which way, and a random number

  /// Which of `count` ways an operation goes, in 0 ..< `count`; 0 is the way of the baseline order.
  package mutating func choose(_ count: Int) -> Int {
    if count < 2 { return 0 }
    point &+= 1
    var chosen = 0
    switch mode {
    case .strategy: if drawsEffects { chosen = generator.below(count) }
    case .replay:
      if point == cursor.due { chosen = cursor.take(among: count, nil, baseline: 0, steps: steps) }
      if recordsDeviations { deviations.recordEffect(chosen) }
    case .deviations: chosen = deviations.choose(count)
    case .directed: chosen = generator.below(count)
    case .search: chosen = search!.pointee.choose(count)
    }
    if chosen != 0 { log.append(point: point, choice: chosen) }
    return chosen
  }

  /// 64 random bits for the program under test, from the schedule's seed, independent of the choices.
  package mutating func random() -> UInt64 {
    hasDrawn = true
    return entropy.next()
  }

  // MARK: - The end

  mutating func endReplay() {
    if case .replay = mode { cursor.end(madeChoices: point) }
  }
}
