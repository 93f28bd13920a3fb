// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule
import GCDVocabulary
import Testing

@Suite struct ReleasePausesTests {
  /// The task that releases, one that waits for that, one that is there anyway; and the clock.
  private static let candidates = [TaskID(1), TaskID(2), TaskID(3), .clock]

  /// The index that is chosen at each of `count` releases of task 1; 0 = it runs on.
  private func choices(_ scheduler: Scheduler, at count: Int) -> [Int] {
    (0..<count).map { _ in
      Self.candidates.withUnsafeBufferPointer {
        scheduler.choices.pointee.nextAfterRelease($0.baseAddress!, $0.count, baseline: 0, enabled: 1)
      }
    }
  }

  private func pausing(_ strategy: Strategy, upTo count: Int, releases: Int) -> [Int: [Int]] {
    let scheduler = Scheduler(strategy: strategy, seed: 7)
    var choices: [Int: [Int]] = [:]
    for number in 0..<count {
      let plan = scheduler.beginRun(number, profile: ExecutionProfile(choicePoints: 9, releases: releases))
      if plan.pausesAfterReleases { choices[number] = self.choices(scheduler, at: releases) }
    }
    return choices
  }

  @Test func oneOfThreeSchedulesPauses() {
    #expect(pausing(.auto, upTo: 12, releases: 3).keys.sorted() == [1, 4, 7, 10])
    #expect(pausing(.baseline, upTo: 12, releases: 3).isEmpty)
    #expect(pausing(.exhaustive, upTo: 12, releases: 3).isEmpty)
  }

  @Test(arguments: [1, 2, 10, 64]) func eachReleasePausesSoon(_ releases: Int) {
    let all = pausing(.auto, upTo: 30 * releases + 30, releases: releases)
    for release in 0..<releases {
      #expect(all.values.contains { $0[release] != 0 }, "release \(release)")
    }
    // Half of the schedules pause once, the others about twice.
    let pauses = all.values.map { $0.count { $0 != 0 } }
    #expect(pauses.count { $0 == 1 } * 10 >= pauses.count * 4)
    #expect(pauses.reduce(0, +) <= pauses.count * 3)
  }

  @Test func theEnabledTaskIsNextMoreOftenThanOthers() {
    let chosen = pausing(.random, upTo: 2_000, releases: 4).values.flatMap { $0 }.filter { $0 != 0 }
    #expect(!chosen.contains(3))
    #expect(chosen.count { $0 == 1 } > chosen.count * 3 / 4)
    #expect(chosen.contains(2))
  }

  @Test func aReplayPausesAtTheSamePlaces() throws {
    let scheduler = Scheduler(strategy: .auto, seed: 7)
    _ = scheduler.beginRun(0, profile: ExecutionProfile(choicePoints: 9, releases: 8))
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
}
