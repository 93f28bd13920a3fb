// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A duration as users write it: a number and a unit, `1ms`, `1.5s`, `250us`, `5ns`, `2m`; 0 needs no unit.
///
/// - Returns: nil for every other text, for fractions of a nanosecond, and beyond 292 years.
public func parseDuration(_ text: String) -> Duration? {
  if text == "0" { return .zero }
  let units: [(name: String, nanoseconds: Int64)] = [
    ("ns", 1), ("us", 1_000), ("ms", 1_000_000), ("s", 1_000_000_000), ("m", 60_000_000_000),
    ("h", 3_600_000_000_000),
  ]
  let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
  guard let unit = units.first(where: { $0.name == text.dropFirst(number.count) })?.nanoseconds
  else { return nil }
  let parts = number.split(separator: ".", omittingEmptySubsequences: false)
  guard parts.count <= 2, let whole = Int64(parts[0]) else { return nil }
  var (nanoseconds, overflow) = whole.multipliedReportingOverflow(by: unit)
  if overflow { return nil }
  if parts.count == 2 {
    var digitValue = unit
    guard !parts[1].isEmpty else { return nil }
    for digit in parts[1] {
      guard digitValue % 10 == 0, let value = digit.wholeNumberValue else { return nil }
      digitValue /= 10
      nanoseconds &+= Int64(value) * digitValue
    }
  }
  return nanoseconds >= 0 ? .nanoseconds(nanoseconds) : nil
}
