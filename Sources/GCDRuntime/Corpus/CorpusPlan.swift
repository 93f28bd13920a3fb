// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule
import GCDVocabulary

/// What an exploration takes from a corpus: schedules to run first, and what need not be run again.
///
/// A class, since options are copied often.
package final class CorpusPlan: Sendable {
  /// A schedule to be run ahead of the numbered ones.
  package struct Replay: Sendable, Equatable {
    /// Text of the token.
    package var token: String
    /// This very program went wrong under it.
    package var isFailing: Bool

    package init(_ token: String, isFailing: Bool = false) {
      (self.token, self.isFailing) = (token, isFailing)
    }
  }

  /// The hashes of the traces of some schedules, by their numbers.
  package let checks: [Int: UInt64]

  package let replays: [Replay]
  /// Numbers of schedules, from 0, that this very program has been run under.
  package let explored: ScheduleNumbers
  /// Partial orders and conflict pairs that are covered.
  package let orders: Set<UInt64>
  package let conflictPairs: Set<UInt64>

  package init(
    replays: [Replay] = [], checks: [Int: UInt64] = [:], explored: ScheduleNumbers = ScheduleNumbers(),
    orders: Set<UInt64> = [],
    conflictPairs: Set<UInt64> = []
  ) {
    (self.replays, self.checks, self.explored) = (replays, checks, explored)
    (self.orders, self.conflictPairs) = (orders, conflictPairs)
  }

  /// The same for a program that turned out to be another one: nothing has been run yet.
  var anew: CorpusPlan { CorpusPlan(replays: replays, orders: orders, conflictPairs: conflictPairs) }
}

extension CorpusPlan: Equatable {
  package static func == (one: CorpusPlan, other: CorpusPlan) -> Bool { one === other }
}

/// What an exploration leaves to a corpus.
package struct CorpusYield: Sendable, Codable, Equatable {
  /// A schedule that reached what was not covered before.
  package struct Reached: Sendable, Codable, Equatable {
    /// Text of the token.
    package var token: String
    /// The partial order; nil where it was covered.
    package var order: UInt64?
    /// Those conflict pairs that were not covered.
    package var conflictPairs: [UInt64]

    package init(token: String, order: UInt64?, conflictPairs: [UInt64]) {
      (self.token, self.order, self.conflictPairs) = (token, order, conflictPairs)
    }
  }

  /// A schedule that went wrong.
  package struct Failure: Sendable, Codable, Equatable {
    package var token: String
    /// Equal for schedules that went wrong in the same way.
    package var fingerprint: UInt64

    package init(token: String, fingerprint: UInt64) {
      (self.token, self.fingerprint) = (token, fingerprint)
    }
  }

  /// Schedules of the plan that were run by their tokens, from its first one on.
  package var replayed = 0
  /// Those that were run by their numbers.
  package var checked = 0
  /// The hashes of the traces of some that were explored, by their numbers.
  package var checks: [Int: UInt64] = [:]
  package var reached: [Reached] = []
  package var failures: [Failure] = []
  /// Numbers of schedules that were run, each as `ScheduleNumbers` writes it.
  package var explored = ""
  /// A schedule of this very program did not show what it had shown: the program is another one.
  package var isChanged = false
  /// Something was found that no schedule alone shows again, or not everything was looked into: what was
  /// explored is to be explored again.
  package var isUnsure = false

  package init() {}
}

extension CorpusYield {
  /// Traces that are kept of what was explored with one seed.
  package static let mostChecks = 8

  /// So many of them, spread over the numbers: the same, in whatever order they come.
  package static func kept(_ checks: [Int: UInt64]) -> [Int: UInt64] {
    let order = checks.keys.sorted { (mix(UInt64($0)), $0) < (mix(UInt64($1)), $1) }
    return checks.filter { order.prefix(mostChecks).contains($0.key) }
  }
}

extension ExplorationOptions {
  /// The least number behind those of the exploration's schedules.
  package var end: Int {
    guard let plan, schedules > 1 else { return schedules }
    return plan.explored.end(ofMissing: schedules - 1, from: 1)
  }

  /// As `ExplorationCoverage.looksAt`, which counts from where an exploration begins.
  func looksAt(_ number: Int, steps: Int) -> Bool {
    guard plan != nil else { return ExplorationCoverage.looksAt(number, steps: steps) }
    return ExplorationCoverage.looksAt(max(0, number - (end - schedules)), steps: steps)
  }
}
