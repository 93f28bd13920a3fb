// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A length of time as users write it, in options and in scenarios: a number and a unit, `1ms`, `1.5s`,
/// `250us`, `1_000ns`, `2m` or `2min`, `1h`; 0 needs no unit.
package enum DurationText: Hashable, Sendable {
  case nanoseconds(Int)
  case missingUnit
  case unknownUnit(String)
  case negative
  /// Longer than a hundred years.
  case tooLong
  /// With a part of a nanosecond.
  case tooFine
  case notATime

  private static let units: [(name: String, nanoseconds: Int)] = [
    ("ns", 1), ("us", 1_000), ("µs", 1_000), ("ms", 1_000_000), ("s", 1_000_000_000),
    ("min", 60_000_000_000), ("m", 60_000_000_000), ("h", 3_600_000_000_000),
  ]

  /// The longest time that is accepted.
  private static let limit = 3_153_600_000_000_000_000

  /// What is accepted, as a regular expression.
  package static var pattern: String {
    "^(0|[0-9][0-9_]*(\\.[0-9_]+)? ?(\(units.map(\.name).joined(separator: "|"))))$"
  }

  /// The units, as a sentence lists them.
  package static let unitNames = "ns, us, ms, s, min (or m) and h"

  package static func parse(_ text: String) -> DurationText {
    let isNegative = text.hasPrefix("-")
    let number = text.drop { $0 == "-" }.prefix { $0.isASCII && $0.isNumber || $0 == "." || $0 == "_" }
    let parts = number.filter { $0 != "_" }.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty }), !number.hasPrefix("_") else {
      return .notATime
    }
    if isNegative { return .negative }
    let rest = text[number.endIndex...]
    if rest.isEmpty { return number == "0" ? .nanoseconds(0) : .missingUnit }
    let name = String(rest.hasPrefix(" ") ? rest.dropFirst() : rest)
    guard let unit = units.first(where: { $0.name == name })?.nanoseconds else { return .unknownUnit(name) }
    return parse(String(parts[0]), fraction: parts.count == 2 ? parts[1] : "", of: unit)
  }

  private static func parse(_ whole: String, fraction: Substring, of unit: Int) -> DurationText {
    guard let whole = Int(whole) else { return .tooLong }
    let (product, overflow) = whole.multipliedReportingOverflow(by: unit)
    if overflow || product > limit { return .tooLong }
    var nanoseconds = product
    var digitValue = unit
    for digit in fraction {
      let value = digit.wholeNumberValue ?? 0
      guard digitValue % 10 == 0 || value == 0 else { return .tooFine }
      digitValue /= 10
      nanoseconds += value * digitValue
    }
    return nanoseconds <= limit ? .nanoseconds(nanoseconds) : .tooLong
  }
}

/// The duration that a user writes, in the grammar of `DurationText`.
///
/// - Returns: nil for every other text.
public func parseDuration(_ text: String) -> Duration? {
  if case .nanoseconds(let nanoseconds) = DurationText.parse(text) { .nanoseconds(nanoseconds) } else { nil }
}
