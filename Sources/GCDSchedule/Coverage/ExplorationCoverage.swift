// Licensed under the Apache License, Version 2.0; see LICENSE.

/// What the schedules of one exploration reached: plain data, which workers may send, and add up.
///
/// Partial orders and conflict pairs are looked for in the first schedules and in every 67th later one (a
/// number that has nothing in common with the ten turns of the portfolio): looking costs a fraction of a run.
public struct ExplorationCoverage: Sendable, Codable {
  /// All schedules, by the hash of their traces.
  public private(set) var schedules = ScheduleCoverage()
  /// Schedules that ran.
  public private(set) var ran = 0
  /// Different ones of them: an estimate above two hundred thousand, and no more than there are.
  public var distinctSchedules: Int { min(schedules.distinct, ran) }
  /// Partial orders of the schedules that were looked at.
  public private(set) var orders = ScheduleCoverage()
  /// Pairs of places of which one came directly after the other at an object, in different tasks.
  public private(set) var conflictPairs = ScheduleCoverage()
  /// Schedules that were looked at.
  public private(set) var looked = 0
  /// Those of them that a random strategy made.
  ///
  /// The shares of a portfolio are distributed each in its own way. Since they take turns, what is notified
  /// of the next schedules holds for the mix.
  public private(set) var drawn = 0
  /// The last schedule, from 1, that had a new partial order; 0 = none.
  public private(set) var lastNewOrder = 0
  /// The last schedule, from 1, that had a new conflict pair; 0 = none.
  public private(set) var lastNewConflictPair = 0
  /// What `looked` was then.
  private var lookedThen = 0

  /// Steps that are gone through in the first schedules, and the bounds of how many those are.
  private static let firstSteps = 40_000
  private static let firstPolls = 50...2_000
  private static let lookedAtLater = 67

  public init() {}

  /// Whether a schedule, from 0, is looked at: a function of its number and of the length of the first one,
  /// in steps, so that all parts of an exploration agree.
  public static func looksAt(_ number: Int, steps: Int) -> Bool {
    if number < firstPolls.lowerBound || number % lookedAtLater == 0 { return true }
    return number < min(firstSteps / max(steps, 1), firstPolls.upperBound)
  }

  /// Adds a schedule that has run; true if it is a new one.
  @discardableResult
  public mutating func add(_ traceHash: UInt64) -> Bool {
    ran += 1
    return schedules.insert(traceHash)
  }

  /// Begins to add what schedule `number`, from 0, reached.
  ///
  /// - Parameters:
  ///   - order: the hash of its partial order.
  ///   - isDrawn: a random strategy made it.
  public mutating func look(_ number: Int, order: UInt64, isDrawn: Bool) {
    looked += 1
    if isDrawn { drawn += 1 }
    if orders.insert(order, asSingle: isDrawn) { lastNewOrder = number + 1 }
  }

  /// Adds a conflict pair of that schedule; true if it is a new one.
  @discardableResult
  public mutating func add(conflictPair: UInt64, of number: Int) -> Bool {
    if !conflictPairs.insert(conflictPair) { return false }
    lastNewConflictPair = number + 1
    lookedThen = looked
    return true
  }

  /// Adds what another part of the same exploration reached.
  public mutating func merge(_ other: ExplorationCoverage) {
    schedules.merge(other.schedules)
    orders.merge(other.orders)
    conflictPairs.merge(other.conflictPairs)
    ran += other.ran
    looked += other.looked
    drawn += other.drawn
    lastNewOrder = max(lastNewOrder, other.lastNewOrder)
    lastNewConflictPair = max(lastNewConflictPair, other.lastNewConflictPair)
    lookedThen = max(lookedThen, other.lookedThen)
  }

  // MARK: Whether anything new comes

  /// Partial orders that came in one of the drawn schedules and in no other: of all further schedules about
  /// `singles / drawn` show a new one (Good, Biometrika 1953).
  public var singles: Int { orders.singles }

  /// So many schedules must have been looked at without success.
  public static let mostFailed = 200

  /// The last schedules that were looked at had no new conflict pair, and fewer than 1 in 100 further ones
  /// would have a new partial order.
  public var isSaturated: Bool {
    looked - lookedThen >= ExplorationCoverage.mostFailed && singles * 100 < drawn
  }
}
