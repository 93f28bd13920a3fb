// Licensed under the Apache License, Version 2.0; see LICENSE.

/// How many worker threads the virtual pool may have at the same time.
public enum PoolWidth: Sendable, Hashable {
  /// As many as there is work: no verdict depends on the machine.
  case unbounded
  /// As libdispatch on Linux with this many processors, at least 1.
  case linux(cpus: Int)
  /// As on Apple's platforms: 64 workers.
  case darwin
}

extension PoolWidth: LosslessStringConvertible {
  /// Reads `unbounded`, `darwin`, `linux:4`, or `linux` for the four processors that a controlled program
  /// sees; nil for every other text.
  public init?(_ text: String) {
    switch text {
    case "unbounded": self = .unbounded
    case "darwin": self = .darwin
    case "linux": self = .linux(cpus: 4)
    default:
      guard text.hasPrefix("linux:"), let cpus = Int(text.dropFirst(6)), cpus >= 1, cpus <= 4_096
      else { return nil }
      self = .linux(cpus: cpus)
    }
  }

  /// The form that `init(_:)` reads.
  public var description: String {
    switch self {
    case .unbounded: "unbounded"
    case .darwin: "darwin"
    case .linux(let cpus): "linux:\(cpus)"
    }
  }
}
