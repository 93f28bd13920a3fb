// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux)
import Foundation
import Testing

@testable import GCDCheck

/// Generated programs of tasks and actors: an exhaustive search finds what brute force finds, and all that
/// Swift's runtime shows.
///
/// `ASYNC_PROGRAMS` and `ASYNC_RUNS` ask for more programs, and for more runs of each without control.
@Suite(.serialized) struct AsyncProgramTests {
  private static let programs: ClosedRange<UInt64> = 1...number("ASYNC_PROGRAMS", 60)
  private static let runs = Int(number("ASYNC_RUNS", 50))

  private static func number(_ name: String, _ usual: UInt64) -> UInt64 {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) } ?? usual
  }

  @Test func theSearchFindsWhatBruteForceFinds() throws {
    for seed in Self.programs {
      let program = AsyncProgram(seed: seed)
      let expected = try #require(program.outcomesByBruteForce(), "\(seed)")
      let found = search(program)
      #expect(found.isComplete, "\(seed): \(found.schedules)")
      #expect(
        found.outcomes == expected,
        """
        \(program): missed \(expected.subtracting(found.outcomes)), \
        false \(found.outcomes.subtracting(expected))
        """
      )
    }
  }

  @Test func whatTheRuntimeShowsIsAmongTheOutcomes() async throws {
    var random = SystemRandomNumberGenerator()
    for seed in Self.programs {
      let program = AsyncProgram(seed: seed)
      let expected = try #require(program.outcomesByBruteForce(), "\(seed)")
      for _ in 0..<Self.runs {
        let salt = random.next()
        let shown = await program.run { Self.pause(salt) }
        #expect(expected.contains(shown), "\(seed): \(shown)")
      }
    }
  }

  private func search(_ program: AsyncProgram) -> (
    outcomes: Set<String>, isComplete: Bool, schedules: Int
  ) {
    let seen = Outcomes()
    let exploration = exploreSchedules(
      schedules: 200_000, seed: 1, strategy: .exhaustive(bound: nil), options: .init(bodyHost: .served)
    ) {
      try AsyncBody.runOnce { seen.add(await program.run()) }
    }
    #expect(exploration.findings.isEmpty, "\(program.seed): \(exploration.findings.map(\.report))")
    return (seen.all, exploration.isExhaustive, exploration.schedulesRun)
  }

  /// Another time on each thread and at each call: a pause that all share would change no order.
  private static func pause(_ salt: UInt64) {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let drawn = ((salt ^ UInt64(time.tv_nsec)) &* 0x9e37_79b9_7f4a_7c15) >> 60
    if drawn < 8 { usleep(UInt32(drawn) * 8) }
  }

  // `words` is used under `lock` only.
  private final class Outcomes: @unchecked Sendable {
    private let lock = NSLock()
    private var words: Set<String> = []
    func add(_ word: String) { _ = lock.withLock { words.insert(word) } }
    var all: Set<String> { lock.withLock { words } }
  }
}
#endif
