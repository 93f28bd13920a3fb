// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// What one scheduler changes while it answers; lives in plain memory behind the pointer of `Scheduler`.
struct SchedulerState {
  /// How the current run is decided; a raw byte compares without a call where nothing is optimised.
  private enum Order {
    static let baseline: UInt8 = 0
    static let random: UInt8 = 1
    static let priorities: UInt8 = 2
    static let replay: UInt8 = 3
    static let delays: UInt8 = 4
    // From here on the tasks are looked at.
    static let chains: UInt8 = 5
    static let sampling: UInt8 = 6
    static let detours: UInt8 = 7
    // From here on steps are counted.
    static let uniform: UInt8 = 8
    static let sites: UInt8 = 9
    static let directed: UInt8 = 10
  }

  /// One of `Order`.
  private var order: UInt8 = Order.baseline
  /// Choices made in this run.
  private(set) var point = 0
  /// Set last when a run begins.
  private(set) var plan = RunPlan(
    number: 0, strategy: .baseline, allowsSkew: false, entropySeed: 0, poolWidth: nil)
  {
    didSet { wishes = (looksAtTasks ? Choices.viewBit : 0) | (countsSteps ? Choices.stepsBit : 0) }
  }
  /// What the order of this run wants of whoever asks, as bits of `Choices`: read at every step.
  var wishes: UInt8 = 0

  /// The choices' own stream.
  private var generator = SeededGenerator(seed: 0)
  /// The program's stream; it advances only when the program draws.
  var entropy = SeededGenerator(seed: 0)
  /// The program has drawn in this run.
  var hasDrawn = false
  /// A power of two less one; see `RandomWalk`.
  private var skewMask: UInt64 = 0
  /// The choice of a run by priorities that is drawn instead; 0 = none. A short program has few orders by
  /// priorities: every third schedule would repeat an earlier one.
  private var strayPoint = 0
  /// Choices in the first run that was measured; 0 = none yet. Never changes once set.
  private var measuredLength = 0

  private var priorities = PriorityOrder()
  private var chains = ChainOrder()
  private var sampling = PartialOrderSampling()
  private var uniform = UniformWalk()
  private var sites = SiteOrder()
  private(set) var directed = DirectedOrder()
  private var delays = DelayOrder()
  private var fair = FairOrder()
  /// In a replay: the last choice point before the fair order takes over.
  private var fairAfter = Int.max

  private(set) var detours = DetourOrder()
  /// A replay takes down the detours that it makes.
  private var recordsDetours = false

  private(set) var log = DeviationLog()
  private(set) var cursor = ReplayCursor()
  /// Where the owner counts the steps of the current run; valid as long as the owner uses the scheduler.
  var steps: UnsafePointer<Int>?

  func free() {
    priorities.free()
    chains.free()
    sampling.free()
    uniform.free()
    sites.free()
    directed.free()
    delays.free()
    fair.free()
    log.free()
  }

  // MARK: - Starting

  mutating func begin(number: Int, strategy: Strategy, seed: UInt64, profile: RunProfile) -> RunPlan {
    reset()
    if measuredLength == 0 { learn(profile) }
    generator = SeededGenerator(seed: mix(seed ^ 0x6368_6f69_6365_7300))
    let entropySeed = mix(seed ^ 0x656e_7472_6f70_7900)
    entropy = SeededGenerator(seed: entropySeed)
    order = SchedulerState.order(of: strategy)
    var skew = order != Order.baseline && order != Order.delays && drawSkew()
    if case .exhaustive = strategy { skew = true }
    switch strategy {
    case .baseline, .auto, .random, .exhaustive: break
    case .pct(let depth):
      priorities.begin(
        depth: min(max(depth, 1), Strategy.largestDepth), length: measuredLength, generator: &generator)
    case .pctcp(let depth):
      chains.begin(
        depth: min(max(depth, 1), Strategy.largestDepth), length: measuredLength, generator: &generator)
    case .delay(let bound):
      delays.begin(
        bound: min(max(bound, 1), Strategy.largestDepth), length: measuredLength, generator: &generator)
    case .pos: sampling.begin(seed: generator.next())
    case .urw: uniform.begin(selects: false, depth: 0, length: 0, generator: &generator)
    case .surw(let depth):
      uniform.begin(selects: true, depth: depth, length: measuredLength, generator: &generator)
    case .sites(let depth): sites.begin(depth: depth, length: measuredLength, generator: &generator)
    }
    if measuredLength > 0, strategy.goesByPriorities { strayPoint = generator.below(measuredLength) + 1 }
    plan = RunPlan(
      number: number, strategy: strategy, allowsSkew: skew, entropySeed: entropySeed, poolWidth: nil)
    return plan
  }

  private static func order(of strategy: Strategy) -> UInt8 {
    switch strategy {
    // Whoever searches decides himself, and notes what he has decided.
    case .baseline, .auto, .exhaustive: Order.baseline
    case .random: Order.random
    case .pct: Order.priorities
    case .pctcp: Order.chains
    case .delay: Order.delays
    case .pos: Order.sampling
    case .urw, .surw: Order.uniform
    case .sites: Order.sites
    }
  }

  private mutating func learn(_ profile: RunProfile) {
    measuredLength = profile.choicePoints
    guard let census = profile.census else { return }
    uniform.learn(census)
    sites.learn(census)
  }

  /// Starts a run that is to come to `pattern`; the program's numbers and the clock are those of `plan`.
  mutating func begin(_ pattern: DeadlockPattern, seed: UInt64, as observed: RunPlan) -> RunPlan {
    reset()
    order = Order.directed
    generator = SeededGenerator(seed: seed)
    skewMask = 15
    entropy = SeededGenerator(seed: observed.entropySeed)
    directed.begin(pattern, seed: generator.next())
    plan = observed
    plan.isDirected = true
    return plan
  }

  /// Starts a run that goes as the baseline order, but for `detours`, and otherwise as `token`.
  mutating func begin(_ detours: [Detour], holding: Bool, token: ScheduleToken) -> RunPlan {
    reset()
    order = Order.detours
    self.detours.begin(detours, holding: holding)
    return startReplay(token)
  }

  /// Starts a run that goes as the baseline order with `excerpt` in it, and otherwise as `token`.
  mutating func begin(_ excerpt: ScheduleExcerpt, token: ScheduleToken) -> RunPlan {
    reset()
    order = Order.detours
    detours.begin(excerpt)
    return startReplay(token)
  }

  mutating func begin(
    replaying token: ScheduleToken, fairAfter: Int?, recordingDetours: Bool
  ) -> RunPlan {
    reset()
    recordsDetours = recordingDetours
    if recordingDetours { detours.begin([]) }
    order = Order.replay
    self.fairAfter = fairAfter ?? Int.max
    fair.begin()
    cursor.begin(fairAfter.map { last in token.deviations.filter { $0.point <= last } } ?? token.deviations)
    return startReplay(token)
  }

  private mutating func startReplay(_ token: ScheduleToken) -> RunPlan {
    entropy = SeededGenerator(seed: token.entropySeed)
    plan = RunPlan(
      number: 0, strategy: .baseline, allowsSkew: token.allowsSkew, entropySeed: token.entropySeed,
      poolWidth: token.poolWidth)
    return plan
  }

  private mutating func reset() {
    point = 0
    hasDrawn = false
    log.removeAll()
    recordsDetours = false
    strayPoint = 0
    if order == Order.replay { cursor.begin([]) }
  }

  /// Half of the runs keep exact time; the others let the clock overtake in one of 4, 16 or 64 cases.
  private mutating func drawSkew() -> Bool {
    skewMask = 4 &<< UInt64(2 * generator.below(3)) &- 1
    return generator.below(2) == 1
  }

  // MARK: - Answering

  @inline(__always)
  mutating func next(_ candidates: UnsafePointer<TaskID>, _ count: Int, baseline: Int) -> Int {
    point &+= 1
    var chosen = baseline
    if order == Order.random {
      chosen = RandomWalk.next(candidates, count, skewMask: skewMask, generator: &generator)
    } else if order == Order.priorities {
      if point <= PriorityOrder.fairAfter, point != strayPoint {
        let start = window(count)
        chosen =
          priorities.next(
            candidates + start, min(count, SchedulerState.widestChoice), point: point, skewMask: skewMask,
            generator: &generator) &+ start
      } else {
        chosen = RandomWalk.next(candidates, count, skewMask: skewMask, generator: &generator)
      }
    } else if order == Order.replay {
      if point == cursor.due {
        chosen = cursor.take(among: count, candidates, baseline: baseline, steps: steps)
      } else if point > fairAfter {
        chosen = fair.next(candidates, count)
      }
    } else if order == Order.delays {
      chosen = delays.next(candidates, count, point: point, baseline: baseline, generator: &generator)
    }
    if chosen != baseline { log.append(point: point, choice: chosen) }
    return chosen
  }

  /// Notes a choice that somebody else has made.
  mutating func note(_ choice: Int, baseline: Int) {
    point &+= 1
    if choice != baseline { log.append(point: point, choice: choice) }
  }

  /// Whether choices of this run are made by `next` with a view of the tasks.
  private var looksAtTasks: Bool { order >= Order.chains || recordsDetours }

  /// Whether this run's strategy is to be told of every step.
  private var countsSteps: Bool { order >= Order.uniform }

  /// As the other `next`, for the orders that look at the tasks.
  mutating func next(
    _ candidates: UnsafePointer<TaskID>, _ count: Int, baseline: Int, view: TaskView
  ) -> Int {
    if recordsDetours {
      let chosen = next(candidates, count, baseline: baseline)
      detours.record(candidates, chosen: chosen, baseline: baseline, view: view)
      return chosen
    }
    point &+= 1
    var chosen = 0
    if order == Order.detours {
      chosen = detours.next(candidates, count, baseline: baseline, view: view)
    } else if order == Order.directed {
      chosen = choose(among: candidates, count, view)
    } else {
      let start = window(count)
      chosen =
        choose(among: candidates + start, min(count, SchedulerState.widestChoice), view) &+ start
    }
    if chosen != baseline { log.append(point: point, choice: chosen) }
    return chosen
  }

  /// Candidates that a strategy looks at in one choice: each costs time at every step, and with thousands of
  /// them a run would take minutes.
  private static let widestChoice = 64

  /// Where the candidates of one choice begin that a strategy looks at; drawn where it does not look at all.
  @inline(__always)
  private mutating func window(_ count: Int) -> Int {
    count > SchedulerState.widestChoice
      ? generator.below(count &- SchedulerState.widestChoice &+ 1) : 0
  }

  private mutating func choose(
    among candidates: UnsafePointer<TaskID>, _ count: Int, _ view: TaskView
  ) -> Int {
    if point > PriorityOrder.fairAfter || point == strayPoint {
      return RandomWalk.next(candidates, count, skewMask: skewMask, generator: &generator)
    }
    if order == Order.chains {
      return chains.next(
        candidates, count, point: point, view: view, skewMask: skewMask, generator: &generator)
    }
    let clock = clockIndex(candidates, count)
    if clock >= 0, generator.next() & skewMask == 0 { return clock }
    if order == Order.uniform {
      return uniform.next(candidates, count, point: point, view: view, generator: &generator)
    }
    if order == Order.sites {
      return sites.next(candidates, count, point: point, view: view, generator: &generator)
    }
    if order == Order.directed { return directed.next(candidates, count, view: view) }
    let chosen = sampling.next(candidates, count, view: view)
    sampling.settle(candidates, count, chosen: chosen, view: view)
    return chosen
  }

  /// Where the clock stands among the candidates, or -1.
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
    if order == Order.uniform {
      uniform.executed(task, operation)
    } else if order == Order.directed {
      directed.executed(task, operation)
    } else {
      sites.executed(at: view.site(of: task))
    }
  }

  mutating func choose(_ count: Int) -> Int {
    point &+= 1
    var chosen = 0
    if order == Order.replay {
      if point == cursor.due { chosen = cursor.take(among: count, nil, baseline: 0, steps: steps) }
      if recordsDetours { detours.recordEffect(chosen) }
    } else if order == Order.detours {
      chosen = detours.choose(count)
    } else if order != Order.baseline {
      chosen = generator.below(count)
    }
    if chosen != 0 { log.append(point: point, choice: chosen) }
    return chosen
  }

  mutating func yielded(_ task: TaskID) {
    if order == Order.priorities {
      priorities.demote(task)
    } else if order == Order.replay {
      fair.demote(task)
    } else if order == Order.chains {
      chains.demote(task)
    } else if order == Order.sampling {
      sampling.demote(task)
    } else if order == Order.uniform {
      uniform.demote(task)
    } else if order == Order.sites {
      sites.demote(task)
    } else if order == Order.directed {
      directed.demote(task)
    }
  }

  mutating func endReplay() {
    if order == Order.replay { cursor.end(madeChoices: point) }
  }
}
