// Licensed under the Apache License, Version 2.0; see LICENSE.

/// One row of the registry of strategies, see `StrategyName`.
package struct StrategyEntry: Sendable {
  /// What the strategy does, for tables.
  package let summary: String
  /// The depth or bound that may follow the name, as in `pct:3`.
  package let number: StrategyNumber?
  let traits: StrategyTraits

  init(_ summary: String, _ number: StrategyNumber?, _ traits: StrategyTraits) {
    self.summary = summary
    self.number = number
    self.traits = traits
  }

  /// Of a strategy that takes no number.
  init(_ summary: String, _ traits: StrategyTraits) { self.init(summary, nil, traits) }

  /// Help names it behind the others.
  package var isForExperts: Bool { traits.contains(.expert) }
}

/// The depth or bound of a strategy.
package struct StrategyNumber: Sendable {
  /// What represents it in texts: `DEPTH`.
  package let placeholder: String
  /// What a report adds to the name of the strategy; `#` = the number.
  let phrase: String
  package let least: Int
  /// What is taken where the user gives none; nil = the strategy does without.
  package let absent: Int?

  init(_ placeholder: String, _ phrase: String, least: Int = 1, absent: Int? = nil) {
    self.placeholder = placeholder
    self.phrase = phrase
    self.least = least
    self.absent = absent
  }
}

/// What a strategy is and needs.
///
/// Put together by `|`: unlike a literal of an option set, that allocates nothing, and a run begins with it.
package struct StrategyTraits: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// For comparisons and experts.
  static var expert: StrategyTraits { StrategyTraits(rawValue: 1) }
  /// Its schedules are drawn, each from the same distribution.
  static var drawn: StrategyTraits { StrategyTraits(rawValue: 2) }
  /// The clock may overtake: in some of its runs where it draws, in all others.
  static var skew: StrategyTraits { StrategyTraits(rawValue: 4) }
  /// Makes use of `ExecutionProfile.census`.
  static var census: StrategyTraits { StrategyTraits(rawValue: 8) }
  /// Looks at the tasks among which it chooses.
  static var tasks: StrategyTraits { StrategyTraits(rawValue: 16) }
  /// Needs to know of every step; only where it looks at the tasks as well.
  static var steps: StrategyTraits { StrategyTraits(rawValue: 32) }
  /// Decides itself when the clock goes first; only where it looks at the tasks.
  static var time: StrategyTraits { StrategyTraits(rawValue: 64) }

  static func | (left: StrategyTraits, right: StrategyTraits) -> StrategyTraits {
    StrategyTraits(rawValue: left.rawValue | right.rawValue)
  }
}
