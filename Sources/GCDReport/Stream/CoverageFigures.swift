// Licensed under the Apache License, Version 2.0; see LICENSE.

/// What an exploration reached: counts of what was seen, which say nothing of what was not.
public struct CoverageFigures: Sendable, Codable, Equatable {
  /// What `singles` are counted in.
  public enum DiscoveryClass: String, Sendable, Codable {
    /// Schedules that differ only in the order of operations that commute are one.
    case partialOrder = "partialOrder"
  }

  /// Schedules that ran.
  public var schedulesRun: Int
  /// Different ones among them.
  public var distinctSchedules: Int
  /// Partial orders of the operations, among the schedules that were looked at.
  public var partialOrders: Int
  /// Pairs of places of which one came directly after the other at one object, in different tasks.
  public var handOffPairs: Int
  /// False where there were too many to be counted exactly.
  public var isExact: Bool
  /// Schedules that were looked at for partial orders and conflict pairs.
  public var looked: Int
  /// The class of the discovery rate `singles / drawn`.
  public var discoveryClass: DiscoveryClass
  /// Members of the class that came in exactly one schedule, and in one of the `drawn`.
  public var singles: Int
  /// Schedules that were looked at and that a random strategy made.
  public var drawn: Int
  /// The last schedule, from 1, that had a new partial order; 0 = none.
  public var lastNewPartialOrder: Int
  /// The last schedule, from 1, that had a new conflict pair; 0 = none.
  public var lastNewConflictPair: Int

  package init(
    schedulesRun: Int, distinctSchedules: Int, partialOrders: Int, handOffPairs: Int, isExact: Bool = true,
    looked: Int,
    discoveryClass: DiscoveryClass = .partialOrder, singles: Int, drawn: Int, lastNewPartialOrder: Int,
    lastNewConflictPair: Int
  ) {
    self.schedulesRun = schedulesRun
    self.distinctSchedules = distinctSchedules
    self.partialOrders = partialOrders
    self.handOffPairs = handOffPairs
    self.isExact = isExact
    self.looked = looked
    self.discoveryClass = discoveryClass
    self.singles = singles
    self.drawn = drawn
    self.lastNewPartialOrder = lastNewPartialOrder
    self.lastNewConflictPair = lastNewConflictPair
  }

  private enum CodingKeys: String, CodingKey {
    case schedulesRun = "schedulesRun"
    case distinctSchedules = "distinctSchedules"
    case partialOrders = "partialOrders"
    case handOffPairs = "handOffPairs"
    case isExact = "isExact"
    case looked = "looked"
    case discoveryClass = "discoveryClass"
    case singles = "singles"
    case drawn = "drawn"
    case lastNewPartialOrder = "lastNewPartialOrder"
    case lastNewConflictPair = "lastNewHandOff"
  }
}
