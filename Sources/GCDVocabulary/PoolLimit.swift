// Licensed under the Apache License, Version 2.0; see LICENSE.

/// How many blocks of global and concurrent queues, and how many jobs of Swift tasks, run at once, in the
/// form that tokens keep.
public struct PoolLimit: RawRepresentable, Sendable, Hashable {
  /// Below bit 16 the number of workers; bit 16 = the pool grows; from bit 17 on the threads of the
  /// cooperative pool.
  public var rawValue: Int

  /// As many as there is work.
  public static let unbounded = PoolLimit(rawValue: 0)

  /// Takes the raw value as it is.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Pools of that many threads; 0 = as many as there is work.
  ///
  /// - Parameters:
  ///   - grows: One more worker comes each second while all wait, up to 255, as libdispatch on Linux does.
  ///   - cooperative: Threads that run Swift tasks, at most `mostCooperative`.
  public init(workers: Int, grows: Bool, cooperative: Int = 0) {
    let cooperative = min(cooperative, PoolLimit.mostCooperative)
    self.init(
      rawValue: workers | (grows ? PoolLimit.growth : 0) | cooperative << PoolLimit.cooperativeShift)
  }

  /// Workers at the start; 0 = unbounded.
  public var workers: Int { rawValue & (PoolLimit.growth - 1) }

  /// Whether one more comes each second while all wait.
  public var grows: Bool { rawValue & PoolLimit.growth != 0 }

  /// Threads that run Swift tasks: as many as there are processors, and never more; 0 = unbounded.
  public var cooperative: Int { rawValue >> PoolLimit.cooperativeShift }

  private static let growth = 1 << 16
  private static let cooperativeShift = 17

  /// The widest cooperative pool that the raw value can tell.
  public static let mostCooperative = 2_047
}
