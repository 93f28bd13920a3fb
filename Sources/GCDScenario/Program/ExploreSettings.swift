// Licensed under the Apache License, Version 2.0; see LICENSE.

/// What a file asks of the exploration under `explore:`; nil: the caller decides.
public struct ExploreSettings: Sendable, Equatable {
  /// How many worker threads there are.
  public enum Pool: Sendable, Equatable {
    case unbounded
    case linux(cpus: Int)
    case darwin
  }

  public var schedules: Int?
  public var seed: UInt64?
  public var pool: Pool?
  public var strategy: String?
  public var maxSteps: Int?

  public init() {}
}
