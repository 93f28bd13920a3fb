// Licensed under the Apache License, Version 2.0; see LICENSE.

/// How many blocks of global and concurrent queues run at once, in the form that tokens keep.
public struct PoolLimit: RawRepresentable, Sendable, Hashable {
  /// Below bit 16 the number of workers; bit 16 = the pool grows.
  public var rawValue: Int

  /// As many as there is work.
  public static let unbounded = PoolLimit(rawValue: 0)

  /// Takes the raw value as it is.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// A pool of that many workers, at least one.
  ///
  /// - Parameter grows: One more comes each second while all wait, up to 255, as libdispatch on Linux does.
  public init(workers: Int, grows: Bool) { self.init(rawValue: workers | (grows ? PoolLimit.growth : 0)) }

  /// Workers at the start; 0 = unbounded.
  public var workers: Int { rawValue & (PoolLimit.growth - 1) }

  /// Whether one more comes each second while all wait.
  public var grows: Bool { rawValue & PoolLimit.growth != 0 }

  private static let growth = 1 << 16
}
