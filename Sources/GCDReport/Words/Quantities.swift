// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A count with thousands separated: 12,000.
func grouped(_ number: Int) -> String {
  let digits = String(number.magnitude)
  var result = ""
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.count - index).isMultiple(of: 3) { result += "," }
    result.append(digit)
  }
  return number < 0 ? "-" + result : result
}

/// A count with its noun: "1 block", "2 blocks", "no blocks"; `plural` where adding an s is wrong.
func counted(_ number: Int, _ noun: String, plural: String? = nil) -> String {
  if number == 1 { return "1 \(noun)" }
  return "\(number == 0 ? "no" : grouped(number)) \(plural ?? noun + "s")"
}

/// "once", "twice", "3 times".
func times(_ number: Int) -> String {
  switch number {
  case 1: "once"
  case 2: "twice"
  default: "\(grouped(number)) times"
  }
}

/// Nanoseconds in the largest unit that keeps at most three decimals exact: "5 ns", "1.5 ms", "3 s".
func duration(_ nanoseconds: UInt64) -> String {
  let units: [(name: String, size: UInt64)] = [("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000)]
  for unit in units where nanoseconds >= unit.size {
    let thousandths = nanoseconds / (unit.size / 1_000)
    if thousandths * (unit.size / 1_000) != nanoseconds { continue }
    return decimal(thousandths) + " " + unit.name
  }
  return "\(nanoseconds) ns"
}

/// A point on the virtual clock in seconds, to the nanosecond where it matters.
func clockTime(_ nanoseconds: UInt64) -> String {
  if nanoseconds.isMultiple(of: 1_000_000) { return decimal(nanoseconds / 1_000_000) + " s" }
  let fraction = String(nanoseconds % 1_000_000_000)
  let zeros = String(repeating: "0", count: 9 - fraction.count)
  return "\(nanoseconds / 1_000_000_000).\(zeros)\(fraction) s"
}

/// Bytes in the largest unit that reads well: "640 bytes", "12 KiB", "3 MiB".
func byteCount(_ bytes: UInt64) -> String {
  if bytes >= 1 << 20 { return "\(bytes >> 20) MiB" }
  if bytes >= 1 << 10 { return "\(bytes >> 10) KiB" }
  return bytes == 1 ? "1 byte" : "\(bytes) bytes"
}

/// "a", "a and b", "a, b and c".
func list(_ words: [String]) -> String {
  guard words.count > 1, let last = words.last else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " and " + last
}

/// Thousandths as a decimal without trailing zeros: 1500 is "1.5".
private func decimal(_ thousandths: UInt64) -> String {
  var fraction = thousandths % 1_000
  if fraction == 0 { return String(thousandths / 1_000) }
  var digits = 3
  while fraction.isMultiple(of: 10) {
    fraction /= 10
    digits -= 1
  }
  let text = String(fraction)
  return "\(thousandths / 1_000)." + String(repeating: "0", count: digits - text.count) + text
}

extension String {
  /// With a capital first letter, for the start of a sentence.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  /// On one line: line ends and other control characters become their escapes.
  var onOneLine: String {
    guard unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7f }) else { return self }
    return unicodeScalars.map { scalar in
      switch scalar {
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7f: "\\u{\(String(scalar.value, radix: 16))}"
      default: String(scalar)
      }
    }.joined()
  }

  /// Filled with spaces on the right; unchanged when it is longer.
  func padded(to width: Int) -> String {
    count >= width ? self : self + String(repeating: " ", count: width - count)
  }
}
