// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A count with thousands separated: 12,000.
package func grouped(_ number: Int) -> String {
  let digits = String(number.magnitude)
  var result = ""
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.count - index).isMultiple(of: 3) { result += "," }
    result.append(digit)
  }
  return number < 0 ? "-" + result : result
}

/// A count with its noun: "1 block", "2 blocks", "no blocks"; `plural` where adding an s is wrong.
package func counted(_ number: Int, _ noun: String, plural: String? = nil) -> String {
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

/// Nanoseconds in the largest unit that they fill, exactly: "5 ns", "1.5 ms", "3 s".
func duration(_ nanoseconds: UInt64) -> String {
  let units: [(name: String, digits: Int)] = [("s", 9), ("ms", 6), ("us", 3)]
  for unit in units {
    let text = decimal(nanoseconds, digits: unit.digits)
    if !text.hasPrefix("0") { return "\(text) \(unit.name)" }
  }
  return "\(nanoseconds) ns"
}

/// A point on the virtual clock in seconds, exactly.
package func clockTime(_ nanoseconds: UInt64) -> String { decimal(nanoseconds, digits: 9) + " s" }

/// Bytes in the largest unit that reads well: "640 bytes", "12 KiB", "3 MiB".
func byteCount(_ bytes: UInt64) -> String {
  if bytes >= 1 << 20 { return "\(bytes >> 20) MiB" }
  if bytes >= 1 << 10 { return "\(bytes >> 10) KiB" }
  return bytes == 1 ? "1 byte" : "\(bytes) bytes"
}

/// "a", "a and b", "a, b and c".
package func list(_ words: [String], _ conjunction: String = "and") -> String {
  guard words.count > 1, let last = words.last else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
}

/// A whole number with its last `digits` digits behind the point, without zeros at the end: 1500 is "1.5".
private func decimal(_ number: UInt64, digits: Int) -> String {
  let text = String(number)
  let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
  var fraction = padded.suffix(digits)
  while fraction.last == "0" { fraction.removeLast() }
  let whole = padded.dropLast(digits)
  return fraction.isEmpty ? String(whole) : "\(whole).\(fraction)"
}

extension String {
  /// With a capital first letter, for the start of a sentence.
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  /// Filled with spaces on the right; unchanged when it is longer.
  func padded(to width: Int) -> String {
    count >= width ? self : self + String(repeating: " ", count: width - count)
  }
}
