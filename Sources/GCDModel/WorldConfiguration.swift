// Licensed under the Apache License, Version 2.0; see LICENSE.

/// What a run's world looks like from outside: how many workers there are and how far the clock may run
/// ahead.
public struct WorldConfiguration: Sendable {
  /// How many blocks run on workers at once, as the raw value of a `PoolLimit`; 0 = unbounded (Libdispatch.md
  /// fact 8; Design.md "Pool").
  public var poolWidth: Int
  /// How far ahead of ready work the clock may move, in virtual nanoseconds; 0 = exact.
  public var skew: UInt64
  /// How much later than its deadline a wait ends, in virtual nanoseconds; 0 = exact.
  public var lateness: UInt64
  /// Keeps, per group and per object that can be suspended, who changed its count; meant for confirming runs.
  public var recordsLedger: Bool
  /// How many waiters of one object that become enabled at once are one entry in the books of the enabled
  /// set; other numbers than the usual one are for tests.
  public var fewestInWave: Int

  /// With fewer, the entries are cheap, and their order is what it always was.
  public static let usualFewestInWave = 32

  public init(
    poolWidth: Int = 0, skew: UInt64 = 0, lateness: UInt64 = 0, recordsLedger: Bool = false,
    fewestInWave: Int = usualFewestInWave
  ) {
    self.poolWidth = poolWidth
    self.skew = skew
    self.lateness = lateness
    self.recordsLedger = recordsLedger
    self.fewestInWave = fewestInWave
  }
}

/// Where the body of a run is towards the main queue (Design.md "The place of the body").
public enum MainQueueHost: UInt8, Sendable {
  /// The body is the virtual main thread and owns the main queue, which is served only after the body has
  /// ended, or by the body itself from a run loop.
  case bodyIsMain
  /// The body runs on a worker that holds the main queue.
  case bodyOnMainQueue
  /// A worker serves the main queue like any serial queue, as after `dispatchMain()`.
  case served
}
