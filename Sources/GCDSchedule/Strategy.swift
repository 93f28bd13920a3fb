// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Who runs next, as the user asks for it; each has a file of its own under `Strategies`.
///
/// Most people want `auto`; `random` and `pct` are for comparisons, the others for experts.
public enum Strategy: Sendable, Hashable {
  /// A fixed mix of the others by the number of the schedule; see `Portfolio`.
  case auto
  /// Each candidate with the same probability at every choice.
  case random
  /// Priorities with `depth - 1` changes (Burckhardt et al., ASPLOS 2010); `depth` lies in 1 ... 32.
  case pct(depth: Int)
  /// As `pct`, with one priority for each serial queue instead of one for each of its blocks (Ozkan et al.,
  /// OOPSLA 2018).
  case pctcp(depth: Int)
  /// A priority for each operation, drawn again when it loses a race (Yuan et al., CAV 2018).
  case pos
  /// Tasks weighted by the operations they still have to do (Zhao et al., ASPLOS 2025).
  case urw
  /// As `urw`, for the operations on one object that is drawn per schedule; the others go as in `pos`, or as
  /// in `pct` of a depth in 1 ... 32.
  case surw(depth: Int)
  /// One to three drawn rules of the form "this place of the program before that one", else as in `pos`, or
  /// as in `pct` of a depth in 1 ... 32.
  case sites(depth: Int)
  /// The baseline order, from which up to `bound` drawn steps step back; `bound` lies in 1 ... 32.
  case delay(bound: Int)
  /// Every order of the program's steps that can differ, one after the other; with a bound every order with
  /// at most that many preemptions, 0 ... 32.
  case exhaustive(bound: Int?)
  /// The order that libdispatch would most likely take, in every schedule.
  case baseline

  /// Every order of the program's steps that can differ, one after the other.
  public static var exhaustive: Strategy { .exhaustive(bound: nil) }

  /// The largest depth or bound that a strategy takes.
  public static let largestDepth = 32

  /// The depth of `pct` and `pctcp` where none is given.
  public static let defaultDepth = 3

  /// The bound of `delay` where none is given.
  public static let defaultBound = 2
}

extension Strategy {
  /// Whether it makes use of `RunProfile.census`.
  public var weighsByCensus: Bool {
    switch self {
    case .auto, .urw, .surw, .sites: true
    case .random, .pct, .pctcp, .pos, .delay, .exhaustive, .baseline: false
    }
  }
}

extension Strategy {
  /// Whether its schedules are drawn, each from the same distribution.
  package var isRandom: Bool {
    switch self {
    case .baseline, .exhaustive: false
    default: true
    }
  }

  /// Whether its choices follow from few drawn numbers, in all of a run or behind what it looks at.
  var goesByPriorities: Bool {
    switch self {
    case .pct, .pctcp: true
    case .surw(let depth), .sites(let depth): depth > 0
    case .auto, .random, .pos, .urw, .delay, .exhaustive, .baseline: false
    }
  }
}

extension Strategy: LosslessStringConvertible {
  /// Reads the names of the cases, with a number where one has a depth or bound (`pct`, `pct:3`); nil for
  /// every other text.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    var number: Int?
    if parts.count == 2 {
      guard parts[1].utf8.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }),
        let value = Int(parts[1]), value >= (parts[0] == "exhaustive" ? 0 : 1),
        value <= Strategy.largestDepth
      else { return nil }
      number = value
    }
    switch (parts[0], number) {
    case ("auto", nil): self = .auto
    case ("random", nil): self = .random
    case ("baseline", nil): self = .baseline
    case ("pos", nil): self = .pos
    case ("urw", nil): self = .urw
    case ("surw", _): self = .surw(depth: number ?? 0)
    case ("sites", _): self = .sites(depth: number ?? 0)
    case ("pct", _): self = .pct(depth: number ?? Strategy.defaultDepth)
    case ("pctcp", _): self = .pctcp(depth: number ?? Strategy.defaultDepth)
    case ("delay", _): self = .delay(bound: number ?? Strategy.defaultBound)
    case ("exhaustive", _): self = .exhaustive(bound: number)
    default: return nil
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
    case .pctcp(let depth): "pctcp:\(depth)"
    case .pos: "pos"
    case .urw: "urw"
    case .surw(let depth): depth == 0 ? "surw" : "surw:\(depth)"
    case .sites(let depth): depth == 0 ? "sites" : "sites:\(depth)"
    case .delay(let bound): "delay:\(bound)"
    case .exhaustive(let bound): bound.map { "exhaustive:\($0)" } ?? "exhaustive"
    case .baseline: "baseline"
    }
  }
}
