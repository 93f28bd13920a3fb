// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux)
import Foundation
import Testing

@testable import GCDCheck

/// What a complete search of an async body finds; other strategies find nothing else.
struct AsyncOutcomes {
  let outcomes: Set<String>
  let schedules: Int

  init(sourceLocation: SourceLocation = #_sourceLocation, _ body: @escaping @Sendable () async -> String) {
    let all = AsyncOutcomes.search(.exhaustive(bound: nil), 50_000, body)
    #expect(all.isComplete, sourceLocation: sourceLocation)
    for strategy in [Strategy.random, .auto] {
      let some = AsyncOutcomes.search(strategy, 1_000, body).outcomes
      #expect(some.isSubset(of: all.outcomes), "\(strategy): \(some)", sourceLocation: sourceLocation)
    }
    outcomes = all.outcomes
    schedules = all.schedules
  }

  private static func search(
    _ strategy: Strategy, _ schedules: Int, _ body: @escaping @Sendable () async -> String
  ) -> (outcomes: Set<String>, isComplete: Bool, schedules: Int) {
    let seen = CollectedWords()
    let exploration = exploreSchedules(
      schedules: schedules, seed: 1, strategy: strategy, options: .init(bodyHost: .served)
    ) {
      try AsyncBody.runOnce { seen.add(await body()) }
    }
    #expect(exploration.findings.isEmpty, "\(exploration.findings.map(\.report))")
    return (seen.outcomes, exploration.isExhaustive, exploration.schedulesRun)
  }
}

// `words` is used under `lock` only.
final class CollectedWords: @unchecked Sendable {
  private let lock = NSLock()
  private var words: [String] = []
  func add(_ word: String) { lock.withLock { words.append(word) } }
  var outcomes: Set<String> { lock.withLock { Set(words) } }
  var text: String { lock.withLock { words.joined() } }
}
#endif
