// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule
import GCDVocabulary
import Testing

/// What all strategies that look at the tasks promise, and what each does better than a random walk.
@Suite struct TaskStrategyTests {
  static let strategies: [Strategy] = [
    .auto, .pctcp(depth: 3), .pos, .urw, .surw(depth: 0), .sites(depth: 0), .surw(depth: 3), .sites(depth: 2),
    .delay(bound: 2), .pct(depth: 3), .random,
  ]

  private static func task(_ objects: [Int?], queue: Int? = nil, creator: Int? = nil) -> TaskToy.Task {
    TaskToy.Task(steps: objects.map { TaskToy.Step(object: $0) }, queue: queue, creator: creator)
  }

  private static let mixed = TaskToy(tasks: [
    task([0, 1, 0]), task([1, nil, 0], queue: 0), task([2, 0], queue: 0), task([0, 1, 2, 2], creator: 0),
  ])

  @Test(arguments: strategies) func equalSeedsGiveEqualSchedules(_ strategy: Strategy) {
    let first = Scheduler(strategy: strategy, seed: 11)
    let second = Scheduler(strategy: strategy, seed: 11)
    let toy = TaskStrategyTests.mixed
    let runs = (1...50).map { toy.run(first, number: $0, profile: toy.profile) }
    // In another order: a schedule is a function of its number, not of those before it.
    let others = (1...50).reversed().map { toy.run(second, number: $0, profile: toy.profile) }
    #expect(runs == others.reversed())
    #expect(Set(runs).count > 10)
  }

  /// What a printed seed means; a change of these numbers breaks everybody's replay commands.
  @Test func theSchedulesOfASeedNeverChange() {
    let scheduler = Scheduler(strategy: .auto, seed: 7)
    let toy = TaskStrategyTests.mixed
    let tokens = (0..<10).map { number in
      _ = toy.run(scheduler, number: number, profile: toy.profile)
      return scheduler.token(poolWidth: 0).description
    }
    #expect(
      tokens == [
        "gcd1-AFYUAe8QpOHEqfUm",
        "gcd1-Aa50qdbsFAH1AQACCCFvm-s",
        "gcd1-ARZOMHdvTO3zAREAAYAQZSM6",
        "gcd1-AI8PQIGM20XoARG38fg",
        "gcd1-AYVYTRMyGXIwAQgCxsl_",
        "gcd1-AF7uTXgxGnRQEYAJABcC6g",
        "gcd1-ABsVOWToBRs0CRGAqeqv",
        "gcd1-AEwMfbdPQzGmEYBAWNI",
        "gcd1-AER0VevJ1pKNChkRAAFvT18",
        "gcd1-AFxir2wttK74AQAAVYQ",
      ])
    #expect(scheduler.random() == 3_828_381_111_180_899_330)
  }

  @Test(arguments: strategies) func tokensReplay(_ strategy: Strategy) {
    let scheduler = Scheduler(strategy: strategy, seed: 5)
    let toy = TaskStrategyTests.mixed
    for number in 1...50 {
      let run = toy.run(scheduler, number: number, profile: toy.profile)
      #expect(toy.replay(scheduler, scheduler.token(poolWidth: 0)) == run)
      #expect(scheduler.divergence == nil)
    }
  }

  /// 21 interleavings of 2 and 5 steps: a random walk puts the short task first in most runs.
  @Test func aUniformWalkIsUniform() {
    let toy = TaskToy(tasks: [
      TaskStrategyTests.task(Array(repeating: nil, count: 5)), TaskStrategyTests.task([nil, nil]),
    ])
    let profile = toy.profile
    func counts(_ strategy: Strategy) -> [Int] {
      let scheduler = Scheduler(strategy: strategy, seed: 3)
      var counts: [[Int]: Int] = [:]
      for number in 1...2_100 {
        counts[toy.run(scheduler, number: number, profile: profile), default: 0] += 1
      }
      return counts.values.sorted()
    }
    let uniform = counts(.urw)
    #expect(uniform.count == 21)
    #expect(uniform.first! > 75 && uniform.last! < 130, "\(uniform)")
    #expect(counts(.random).last! > 400)
  }

  /// What a task brings about belongs to it: its maker does not rush on and leave it behind.
  @Test func aMakerWeighsAsMuchAsWhatItMakes() {
    let toy = TaskToy(tasks: [
      TaskStrategyTests.task([nil]), TaskStrategyTests.task(Array(repeating: nil, count: 10)),
      TaskStrategyTests.task(Array(repeating: nil, count: 9), creator: 0),
    ])
    let profile = toy.profile
    let scheduler = Scheduler(strategy: .urw, seed: 3)
    let firsts = (1...1_000).count { toy.run(scheduler, number: $0, profile: profile)[0] == 0 }
    #expect((450...550).contains(firsts), "\(firsts)")
  }

  /// Only the order on one object counts: 20 orders of 3 and 3, in spite of very uneven other work.
  @Test func aSelectiveWalkIsUniformOnItsObject() {
    let toy = TaskToy(tasks: [
      TaskStrategyTests.task([0, 0, 0] + Array(repeating: 1, count: 3)),
      TaskStrategyTests.task(Array(repeating: nil, count: 30) + [0, 0, 0]),
    ])
    let scheduler = Scheduler(strategy: .surw(depth: 0), seed: 3)
    var counts: [[Int]: Int] = [:]
    let profile = toy.profile
    for number in 1...2_000 {
      let run = toy.run(scheduler, number: number, profile: profile)
      var seen = [0, 0]
      var order: [Int] = []
      for task in run {
        let step = toy.tasks[task].steps[seen[task]]
        seen[task] += 1
        if step.object == 0 { order.append(task) }
      }
      counts[order, default: 0] += 1
    }
    #expect(counts.count == 20)
    #expect(counts.values.min()! > 60 && counts.values.max()! < 140, "\(counts.values.sorted())")
  }

  /// The relative order of two tasks does not hang on a third one that has nothing to do with them.
  @Test func samplingIsNotDisturbedByStrangers() {
    let pair = [TaskStrategyTests.task([0, 0, 0]), TaskStrategyTests.task([0, 0, 0])]
    let alone = TaskToy(tasks: pair)
    var crowd = TaskToy(tasks: [TaskStrategyTests.task([5, 5, 5, 5])] + pair)
    crowd.names = [77, 0, 1]
    let scheduler = Scheduler(strategy: .pos, seed: 8)
    for number in 1...200 {
      let order = alone.run(scheduler, number: number)
      let among = crowd.run(scheduler, number: number).filter { $0 > 0 }.map { $0 - 1 }
      #expect(order == among)
    }
  }

  /// At depth 1 each chain runs to its end: the blocks of one queue are never parted by a task's steps.
  @Test func blocksOfASerialQueueHaveOnePriority() {
    let toy = TaskToy(tasks: [
      TaskStrategyTests.task([0, 0], queue: 0), TaskStrategyTests.task([0], queue: 0),
      TaskStrategyTests.task([0, 0], queue: 0), TaskStrategyTests.task([0, 0, 0]),
    ])
    let scheduler = Scheduler(strategy: .pctcp(depth: 1), seed: 2)
    var orders: Set<[Int]> = []
    for number in 1...100 { orders.insert(toy.run(scheduler, number: number)) }
    #expect(orders == [[0, 0, 1, 2, 2, 3, 3, 3], [3, 3, 3, 0, 0, 1, 2, 2]])
  }

  @Test func delaysAreBounded() {
    let toy = TaskToy(tasks: (0..<4).map { _ in TaskStrategyTests.task(Array(repeating: nil, count: 6)) })
    let scheduler = Scheduler(strategy: .delay(bound: 2), seed: 2)
    var most = 0
    let profile = toy.profile
    for number in 1...200 {
      _ = toy.run(scheduler, number: number, profile: profile)
      most = max(most, scheduler.recorded.count)
    }
    #expect(most == 2)
  }

  /// One rule holds twenty tasks back, which no strategy without rules does in 300 schedules.
  @Test func aRuleHoldsAllTasksThatPassAPlace() {
    let late = TaskToy.Task(
      steps: Array(repeating: TaskToy.Step(object: 3), count: 10)
        + [TaskToy.Step(object: 0, place: 50)])
    let early = TaskToy.Task(steps: [TaskToy.Step(object: 0, place: 60)])
    let toy = TaskToy(tasks: Array(repeating: early, count: 20) + [late])
    let profile = toy.profile
    func found(_ strategy: Strategy) -> Int {
      let scheduler = Scheduler(strategy: strategy, seed: 1)
      return (1...300).count { number in
        let run = toy.run(scheduler, number: number, profile: profile)
        return run.lastIndex(of: 20)! < run.firstIndex { $0 != 20 }!
      }
    }
    #expect(found(.random) == 0)
    #expect(found(.pos) == 0)
    #expect(found(.sites(depth: 0)) > 75)
  }
}
