// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDRuntime
import GCDSchedule
import GCDVocabulary

/// What one program was seen to do under which schedules.
///
/// For each thing that is covered there is one schedule: of all that cover it, the one whose token is the
/// least. A union is thereby the same in whatever order, and however often, its parts are put together, and
/// has no schedule that is of no use.
struct ProgramCoverage: Equatable {
  /// One more than that of the programs that were there when this one came.
  var generation = 0
  /// Of the partial orders those are kept whose hashes, mixed, end with so many zeros.
  var level = 0
  /// Tokens by the hash of what is covered.
  var orders: [UInt64: String] = [:]
  var conflictPairs: [UInt64: String] = [:]
  /// Tokens by the fingerprint of what went wrong.
  var failures: [UInt64: String] = [:]
  /// Hashes of the tokens of other programs that this one was run under.
  var tried: Set<UInt64> = []
  /// The numbers that were run.
  var explored: [Course: ScheduleNumbers] = [:]
  /// The hashes of the traces of some of them, to see whether the program is still the same.
  var checks: [Course: [Int: UInt64]] = [:]

  /// What a number of a schedule depends on next to the program.
  struct Course: Hashable, Comparable {
    var seed: UInt64
    var strategy: String

    static func < (one: Course, other: Course) -> Bool {
      (one.seed, one.strategy) < (other.seed, other.strategy)
    }
  }

  /// Partial orders that are kept, at most.
  static let mostOrders = 1_024

  mutating func formUnion(_ other: ProgramCoverage) {
    add(other)
    thinOut()
  }

  /// As `formUnion`, without an eye to how many partial orders that makes.
  mutating func add(_ other: ProgramCoverage) {
    generation = max(generation, other.generation)
    level = max(level, other.level)
    orders.merge(other.orders, uniquingKeysWith: ProgramCoverage.least)
    conflictPairs.merge(other.conflictPairs, uniquingKeysWith: ProgramCoverage.least)
    failures.merge(other.failures, uniquingKeysWith: ProgramCoverage.least)
    tried.formUnion(other.tried)
    for (course, numbers) in other.explored {
      explored[course, default: ScheduleNumbers()].formUnion(numbers)
    }
    for (course, traces) in other.checks {
      // Two traces of one number: neither is that of the program, whichever is kept.
      checks[course] = CorpusYield.kept(checks[course, default: [:]].merging(traces, uniquingKeysWith: min))
    }
  }

  /// Keeps as many partial orders as there may be.
  mutating func thinOut() {
    var kept = orders.filter { isKept($0.key) }
    while kept.count > ProgramCoverage.mostOrders {
      level += 1
      kept = kept.filter { isKept($0.key) }
    }
    orders = kept
  }

  /// Whether a partial order is one of the sample.
  func isKept(_ order: UInt64) -> Bool { mix(order) & (1 << UInt64(level) - 1) == 0 }

  /// Shorter tokens have fewer deviations from the usual order.
  static func isLess(_ one: String, _ other: String) -> Bool {
    (one.utf8.count, one) < (other.utf8.count, other)
  }

  static func least(_ one: String, _ other: String) -> String { isLess(one, other) ? one : other }

  /// All tokens that cover something, each once.
  var tokens: Set<String> { Set(orders.values).union(conflictPairs.values).union(failures.values) }
}
