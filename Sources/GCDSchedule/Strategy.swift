// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Who runs next, as the user asks for it; each has a file of its own under `Strategies`.
public enum Strategy: Sendable, Hashable {
  /// A fixed mix by the number of the schedule: odd ones `random`, even ones `pct` of depth 2 to 5; where the
  /// first run had 20 to 63 choices, only every fourth is `pct`.
  case auto
  /// Each candidate with the same probability at every choice.
  case random
  /// Priorities with `depth - 1` changes (Burckhardt et al., ASPLOS 2010); `depth` lies in 1 ... 32.
  case pct(depth: Int)
  /// The order that libdispatch would most likely take, in every schedule.
  case baseline

  /// The largest depth that `pct` takes.
  public static let largestDepth = 32

  /// The depth of `pct` where none is given.
  public static let defaultDepth = 3
}

extension Strategy: LosslessStringConvertible {
  /// Reads `auto`, `random`, `pct`, `pct:3` or `baseline`; nil for every other text.
  public init?(_ text: String) {
    switch text {
    case "auto": self = .auto
    case "random": self = .random
    case "baseline": self = .baseline
    case "pct": self = .pct(depth: Strategy.defaultDepth)
    default:
      guard text.hasPrefix("pct:"), let depth = Int(text.dropFirst(4)),
        depth >= 1, depth <= Strategy.largestDepth
      else { return nil }
      self = .pct(depth: depth)
    }
  }

  /// Reads a strategy from the text that `description` gives; nil for every other text.
  public static func parse(_ text: String) -> Strategy? { Strategy(text) }

  /// The form that `init(_:)` reads.
  public var description: String {
    switch self {
    case .auto: "auto"
    case .random: "random"
    case .pct(let depth): "pct:\(depth)"
    case .baseline: "baseline"
    }
  }
}
