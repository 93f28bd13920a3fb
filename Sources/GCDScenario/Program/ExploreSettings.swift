// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDRuntime
import GCDSchedule

/// What a file asks of the exploration under `explore:`; nil: the caller decides.
public struct ExploreSettings: Sendable, Equatable {
  /// How many schedules are run at most.
  public var schedules: Int?
  public var seed: UInt64?
  public var pool: PoolWidth?
  public var strategy: Strategy?
  /// Steps of one schedule after which a loop that waits counts as a livelock.
  public var maxSteps: Int?

  public init() {}
}
