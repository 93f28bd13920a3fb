// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Places that some tasks reach in runs that do not hang: if all of them were there at once, none could go
/// on.
public struct DeadlockPattern: Sendable, Codable, Equatable {
  /// Where one task is to be.
  public struct Place: Sendable, Codable, Equatable {
    /// The task's stable id.
    public var stableID: UInt64
    /// Before which of its requesting operations, from 0 on.
    public var ordinal: Int
    /// It asks to be alone where others share: it is in line before they ask again.
    public var goesFirst: Bool

    public init(stableID: UInt64, ordinal: Int, goesFirst: Bool = false) {
      self.stableID = stableID
      self.ordinal = ordinal
      self.goesFirst = goesFirst
    }
  }

  public var places: [Place]
  /// The same for patterns over the same locks, in every run in which those have the same stable ids.
  public var locks: UInt64

  public init(places: [Place], locks: UInt64) {
    self.places = places
    self.locks = locks
  }
}
