// Licensed under the Apache License, Version 2.0; see LICENSE.

extension Strategy: LosslessStringConvertible {
  /// Reads the names of the cases, with a number where one has a depth or bound (`pct`, `pct:3`); nil for
  /// every other text.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first.flatMap({ StrategyName(rawValue: String($0)) }) else { return nil }
    if parts.count == 1 {
      self.init(name, number: nil)
      return
    }
    guard let range = name.entry.number?.range, parts[1].utf8.allSatisfy({ (48...57).contains($0) }),
      let number = Int(parts[1]), range.contains(number)
    else { return nil }
    self.init(name, number: number)
  }

  /// Reads a strategy from the text that `description` gives; nil for every other text.
  public static func parse(_ text: String) -> Strategy? { Strategy(text) }

  /// The form that `init(_:)` reads.
  public var description: String { number.map { "\(name.rawValue):\($0)" } ?? name.rawValue }

  /// The strategy as a report names it.
  package var words: String {
    let entry = name.entry
    if case .baseline = self { return "baseline order" }
    guard let number, let phrase = entry.number?.phrase else { return name.rawValue }
    return name.rawValue + phrase.replacing("#", with: "\(number)")
  }
}

extension Strategy {
  /// Whether it makes use of `ExecutionProfile.census`.
  public var weighsByCensus: Bool { name.entry.traits.contains(.census) }

  /// Whether its schedules are drawn, each from the same distribution.
  package var isRandom: Bool { name.entry.traits.contains(.drawn) }
}

extension StrategyNumber {
  /// What the user may give.
  package var range: ClosedRange<Int> { least...Strategy.largestDepth }

  /// One that the user may give.
  package var example: Int { absent ?? 2 }
}

extension StrategyName {
  /// The name and what may follow it: `pct[:DEPTH]`.
  package var form: String { entry.number.map { "\(rawValue)[:\($0.placeholder)]" } ?? rawValue }

  /// What a user may type, as a regular expression: `pct(:([1-9]|[12][0-9]|3[0-2]))?`.
  package var pattern: String {
    guard let number = entry.number else { return rawValue }
    let first = number.least == 0 ? "[0-9]" : "[1-9]"
    return "\(rawValue)(:0*(\(first)|[12][0-9]|3[0-2]))?"
  }

  private static var common: [StrategyName] { allCases.filter { !$0.entry.isForExperts } }
  private static var expert: [StrategyName] { allCases.filter(\.entry.isForExperts) }

  /// What a shell offers, and what a mistyped name may have meant.
  package static var spellings: [String] {
    allCases.flatMap { name in
      let number = name.entry.isForExperts ? nil : name.entry.number
      return [name.rawValue] + (number.map { ["\(name.rawValue):\($0.example)"] } ?? [])
    }
  }

  /// What would be right, to end the sentence "write …".
  package static var wanted: String {
    "\(inBrief), such as pct:3, with numbers up to \(Strategy.largestDepth) (for experts: "
      + expert.map(\.form).joined(separator: ", ") + ")"
  }

  /// What most people want.
  package static var inBrief: String {
    let names = common.map(\.form)
    return names.dropLast().joined(separator: ", ") + " or \(names[names.count - 1])"
  }

  /// One line for each strategy, in Markdown.
  package static var table: String {
    let rows = allCases.map { name in
      "| `\(name.form)` | \(name.entry.summary)\(name.entry.number.map(\.remark) ?? "") |\n"
    }
    return "| strategy | how the next task is chosen |\n|---|---|\n" + rows.joined()
  }
}

extension StrategyNumber {
  fileprivate var remark: String { absent.map { "; \(placeholder) is \($0) where none is given" } ?? "" }
}
