// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule
import GCDVocabulary
import Testing

@Suite struct ReleasePausesTests {
  /// The task that releases, one that waits for that, one that is there anyway; and the clock.
  private static let candidates = [TaskID(1), TaskID(2), TaskID(3), .clock]

  /// The index that is chosen at each of `count` releases of task 1; 0 = it runs on.
  private func choices(_ scheduler: Scheduler, at count: Int, calls: Int = .max) -> [Int] {
    (0..<count).map { release in
      Self.candidates.withUnsafeBufferPointer {
        scheduler.choices.pointee.nextAfterRelease(
          $0.baseAddress!, $0.count, baseline: 0, enabled: 1, call: release % calls)
      }
    }
  }

  /// - Parameter calls: so many different calls make the releases, in turn.
  private func pausing(
    _ strategy: Strategy, upTo count: Int, releases: Int, calls: Int
  ) -> [Int: [Int]] {
    let scheduler = Scheduler(strategy: strategy, seed: 7)
    let profile = ExecutionProfile(choicePoints: 9, releases: releases, releaseSites: calls)
    var choices: [Int: [Int]] = [:]
    for number in 0..<count {
      let plan = scheduler.beginRun(number, profile: profile)
      if plan.pausesAfterReleases { choices[number] = self.choices(scheduler, at: releases, calls: calls) }
    }
    return choices
  }

  @Test func oneOfThreeSchedulesPauses() {
    #expect(pausing(.auto, upTo: 12, releases: 3, calls: 3).keys.sorted() == [1, 4, 7, 10])
    #expect(pausing(.baseline, upTo: 12, releases: 3, calls: 3).isEmpty)
    #expect(pausing(.exhaustive, upTo: 12, releases: 3, calls: 3).isEmpty)
  }

  @Test(arguments: [1, 2, 10, 64]) func eachCallPausesOnceInTurn(_ calls: Int) {
    let all = pausing(.auto, upTo: 3 * calls, releases: 3 * calls, calls: calls)
    for call in 0..<calls {
      let choices = all[3 * call + 1] ?? []
      #expect(choices.indices.filter { choices[$0] != 0 } == [call])
    }
  }

  @Test(arguments: [1, 2, 10, 64]) func eachReleasePausesSoon(_ releases: Int) {
    let all = pausing(.auto, upTo: 30 * releases + 60, releases: releases, calls: max(1, releases / 2))
    for release in 0..<releases {
      #expect(all.values.contains { $0[release] != 0 }, "release \(release)")
    }
    // Most of the schedules pause once, the others about twice.
    let pauses = all.values.map { $0.count { $0 != 0 } }
    #expect(pauses.count { $0 == 1 } * 10 >= pauses.count * 4)
    #expect(pauses.reduce(0, +) <= pauses.count * 3)
  }

  @Test func theEnabledTaskIsNextMoreOftenThanOthers() {
    let chosen = pausing(.random, upTo: 2_000, releases: 4, calls: 4).values.flatMap { $0 }.filter { $0 != 0 }
    #expect(!chosen.contains(3))
    #expect(chosen.count { $0 == 1 } > chosen.count * 3 / 4)
    #expect(chosen.contains(2))
  }

  @Test func aReplayPausesAtTheSamePlaces() throws {
    let scheduler = Scheduler(strategy: .auto, seed: 7)
    _ = scheduler.beginRun(0, profile: ExecutionProfile(choicePoints: 9, releases: 8, releaseSites: 8))
    for number in 1..<40 {
      let plan = scheduler.beginRun(number, profile: ExecutionProfile())
      guard plan.pausesAfterReleases else { continue }
      let made = choices(scheduler, at: 8)
      let token = try ScheduleToken(parsing: scheduler.token(poolWidth: 0).description)
      #expect(token.pausesAfterReleases)
      let replay = Scheduler(strategy: .baseline, seed: 0)
      #expect(replay.begin(replaying: token).pausesAfterReleases)
      #expect(choices(replay, at: 8) == made)
      replay.endReplay()
      #expect(replay.divergence == nil)
    }
  }

  /// Others go first for as long as they can, and for a bounded number of choices.
  @Test func theFirstPausesAreLong() {
    let scheduler = Scheduler(strategy: .random, seed: 7)
    let profile = ExecutionProfile(choicePoints: 9, releases: 1, releaseSites: 1)
    _ = scheduler.beginRun(0, profile: profile)
    _ = scheduler.beginRun(1, profile: ExecutionProfile())
    #expect(choices(scheduler, at: 1) != [0])
    let chosen = (0..<80).map { _ in
      Self.candidates.withUnsafeBufferPointer {
        scheduler.choices.pointee.next($0.baseAddress!, $0.count, baseline: 0)
      }
    }
    #expect(!chosen.prefix(32).contains(0))
    #expect(chosen.dropFirst(32).contains(0))
    // Alone, it runs on.
    let alone = [TaskID(1), .clock]
    _ = scheduler.beginRun(1, profile: ExecutionProfile())
    _ = choices(scheduler, at: 1)
    let next = alone.withUnsafeBufferPointer {
      scheduler.choices.pointee.next($0.baseAddress!, $0.count, baseline: 0)
    }
    #expect(next == 0)
  }

  /// A schedule is the same whatever was executed before it.
  @Test func noTaskRestsInTheNextRun() {
    func choices(after number: Int?) -> [Int] {
      let scheduler = Scheduler(strategy: .random, seed: 7)
      let profile = ExecutionProfile(choicePoints: 9, releases: 2, releaseSites: 2)
      _ = scheduler.beginRun(0, profile: profile)
      if let number {
        _ = scheduler.beginRun(number, profile: ExecutionProfile())
        _ = self.choices(scheduler, at: 2)
      }
      _ = scheduler.beginRun(5, profile: ExecutionProfile())
      return (0..<40).map { _ in
        Self.candidates.withUnsafeBufferPointer {
          scheduler.choices.pointee.next($0.baseAddress!, $0.count, baseline: 0)
        }
      }
    }
    #expect(choices(after: 1) == choices(after: nil))
  }
}
