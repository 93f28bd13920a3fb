// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A time as it is written: a decimal number and a unit without a space between them.
enum DurationText: Equatable {
  case nanoseconds(Int)
  case missingUnit
  case unknownUnit(String)
  case negative
  case tooLong
  case notATime

  private static let units: [String: Int] = [
    "ns": 1, "us": 1000, "µs": 1000, "ms": 1_000_000, "s": 1_000_000_000, "min": 60_000_000_000,
  ]

  /// The longest time that is accepted: a hundred years.
  private static let limit = 3_153_600_000_000_000_000.0

  static func parse(_ text: String) -> DurationText {
    let isNegative = text.hasPrefix("-")
    let digits = text.drop { $0 == "-" }.prefix { $0.isASCII && $0.isNumber || $0 == "." || $0 == "_" }
    guard let amount = Double(digits.filter { $0 != "_" }) else { return .notATime }
    if isNegative { return .negative }
    let unit = text[digits.endIndex...].drop { $0 == " " }
    if unit.isEmpty { return .missingUnit }
    guard let factor = units[String(unit)] else { return .unknownUnit(String(unit)) }
    let nanoseconds = (amount * Double(factor)).rounded()
    return nanoseconds <= limit ? .nanoseconds(Int(nanoseconds)) : .tooLong
  }
}
