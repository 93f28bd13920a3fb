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
  }

  /// One of `Order`.
  private var order: UInt8 = Order.baseline
  /// Choices made in this run.
  private(set) var point = 0
  private(set) var plan = RunPlan(
    number: 0, strategy: .baseline, allowsSkew: false, entropySeed: 0, poolWidth: nil)

  /// The choices' own stream.
  private var generator = SeededGenerator(seed: 0)
  /// The program's stream; it advances only when the program draws.
  var entropy = SeededGenerator(seed: 0)
  /// A power of two less one; see `RandomWalk`.
  private var skewMask: UInt64 = 0
  /// Choices in the first run that was measured; 0 = none yet. Never changes once set.
  private var measuredLength = 0

  private var priorities = PriorityOrder()
  private var fair = FairOrder()
  /// In a replay: the last choice point before the fair order takes over.
  private var fairAfter = Int.max

  private(set) var log = DeviationLog()
  private(set) var cursor = ReplayCursor()

  func free() {
    priorities.free()
    fair.free()
    log.free()
  }

  // MARK: - Starting

  mutating func begin(number: Int, strategy: Strategy, seed: UInt64, profile: RunProfile) -> RunPlan {
    reset()
    if measuredLength == 0 { measuredLength = profile.choicePoints }
    generator = SeededGenerator(seed: mix(seed ^ 0x6368_6f69_6365_7300))
    let entropySeed = mix(seed ^ 0x656e_7472_6f70_7900)
    entropy = SeededGenerator(seed: entropySeed)
    var skew = false
    switch strategy {
    case .baseline, .auto:
      order = Order.baseline
    case .random:
      order = Order.random
      skew = drawSkew()
    case .pct(let depth):
      order = Order.priorities
      skew = drawSkew()
      priorities.begin(
        depth: min(max(depth, 1), Strategy.largestDepth), length: measuredLength, generator: &generator)
    }
    plan = RunPlan(
      number: number, strategy: strategy, allowsSkew: skew, entropySeed: entropySeed, poolWidth: nil)
    return plan
  }

  mutating func begin(replaying token: ScheduleToken, fairAfter: Int?) -> RunPlan {
    reset()
    order = Order.replay
    self.fairAfter = fairAfter ?? Int.max
    fair.begin()
    cursor.begin(fairAfter.map { last in token.deviations.filter { $0.point <= last } } ?? token.deviations)
    entropy = SeededGenerator(seed: token.entropySeed)
    plan = RunPlan(
      number: 0, strategy: .baseline, allowsSkew: token.allowsSkew, entropySeed: token.entropySeed,
      poolWidth: token.poolWidth)
    return plan
  }

  private mutating func reset() {
    point = 0
    log.removeAll()
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
      if point <= PriorityOrder.fairAfter {
        chosen = priorities.next(
          candidates, count, point: point, skewMask: skewMask, generator: &generator)
      } else {
        chosen = RandomWalk.next(candidates, count, skewMask: skewMask, generator: &generator)
      }
    } else if order == Order.replay {
      if point == cursor.due {
        chosen = cursor.take(among: count, baseline: baseline)
      } else if point > fairAfter {
        chosen = fair.next(candidates, count)
      }
    }
    if chosen != baseline { log.append(point: point, choice: chosen) }
    return chosen
  }

  mutating func choose(_ count: Int) -> Int {
    point &+= 1
    var chosen = 0
    if order == Order.replay {
      if point == cursor.due { chosen = cursor.take(among: count, baseline: 0) }
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
    }
  }

  mutating func endReplay() {
    if order == Order.replay { cursor.end(madeChoices: point) }
  }
}

extension Strategy {
  /// The strategy of one schedule; a function of the number and of what run 0 looked like, so that every
  /// shard agrees.
  ///
  /// Priorities repeat themselves in a run of few choices, where the random walk hardly does: there `pct` has
  /// every fourth schedule only. In runs of still fewer choices both come upon all there is.
  package func forSchedule(_ number: Int, profile: RunProfile) -> Strategy {
    if number == 0 { return .baseline }
    guard case .auto = self else { return self }
    let isShort = (20..<64).contains(profile.choicePoints)
    if number % 2 == 1 || (isShort && number % 4 == 2) { return .random }
    return .pct(depth: 2 + (number / (isShort ? 4 : 2)) % 4)
  }
}
