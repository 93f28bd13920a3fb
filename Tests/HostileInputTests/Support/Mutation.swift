// Licensed under the Apache License, Version 2.0; see LICENSE.
/// Changes a text a little, in the ways in which files get damaged and attackers write them.
enum Mutation {
  /// Numbers at which arithmetic goes wrong.
  static let numbers = [
    "0", "-1", "1", "2", "255", "65536", "2147483647", "2147483648", "4294967296", "9007199254740993",
    "9223372036854775807", "-9223372036854775808", "9223372036854775808", "18446744073709551615",
    "18446744073709551616", "1e9", "-0", "007", "1.5", "nan", "99999999999999999999999999999999",
  ]

  /// Texts that mean something to somebody.
  static let words = [
    "", " ", "\n", "\r\n", "\u{0}", "\u{1b}[31m", "\u{9b}31m", "\u{85}", "\u{2028}", "\u{202e}", "\u{2066}",
    "\u{feff}", "\u{600}<", "\u{600}'", "\u{600}\"", "`\u{301}", "|\u{301}", "</script>",
    "<img src=x onerror=x>",
    "]]>", "--", "'", "\"", "\\", "$(x)", "%s", "%0A", "::error::", "##[error]", "&amp;", "{", "}", "[", "]",
    ":",
    "- ", "#", "*a", "&a", "!!binary x", "---", "...", "? x", "| ", "> ", "~", "null", "true", "\t", "😀",
    "a\u{301}",
    "\u{10ffff}", "never", "elapsed",
  ]

  static func text(_ text: String, _ dice: inout Dice) -> String {
    var result = text
    for _ in 0...dice.below(3) { result = once(result, &dice) }
    return result
  }

  private static func once(_ text: String, _ dice: inout Dice) -> String {
    switch dice.below(9) {
    case 0: return bytes(text, &dice)
    case 1, 2: return lines(text, &dice)
    case 3, 4: return number(text, &dice)
    case 5: return word(text, &dice)
    case 6: return String(decoding: text.utf8.prefix(dice.below(text.utf8.count + 1)), as: UTF8.self)
    case 7: return inserted(dice.pick(words), into: text, &dice)
    default: return repeated(text, &dice)
    }
  }

  /// A few bytes become others; what is no UTF-8 any more is what a reader of text makes of it.
  private static func bytes(_ text: String, _ dice: inout Dice) -> String {
    var bytes = Array(text.utf8)
    if bytes.isEmpty { return dice.pick(words) }
    for _ in 0...dice.below(4) { bytes[dice.below(bytes.count)] = UInt8(dice.below(256)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func lines(_ text: String, _ dice: inout Dice) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let (one, other) = (dice.below(lines.count), dice.below(lines.count))
    switch dice.below(4) {
    case 0: lines.remove(at: one)
    case 1: lines.insert(lines[one], at: other)
    case 2: lines.swapAt(one, other)
    default: lines[one] = Substring(String(repeating: " ", count: dice.below(8)) + lines[one])
    }
    return lines.joined(separator: "\n")
  }

  /// One of the numbers in the text becomes another.
  private static func number(_ text: String, _ dice: inout Dice) -> String {
    let bytes = Array(text.utf8)
    var places: [Range<Int>] = []
    var start: Int?
    for index in 0...bytes.count {
      let isDigit = index < bytes.count && (48...57).contains(bytes[index])
      if isDigit {
        start = start ?? index
      } else if let first = start {
        places.append(first..<index)
        start = nil
      }
    }
    if places.isEmpty { return inserted(dice.pick(numbers), into: text, &dice) }
    let place = dice.pick(places)
    return joined(bytes[..<place.lowerBound], dice.pick(numbers).utf8, bytes[place.upperBound...])
  }

  /// A word of the text takes the place of another.
  private static func word(_ text: String, _ dice: inout Dice) -> String {
    let words = text.split { !$0.isLetter && $0 != "-" }
    guard !words.isEmpty else { return text }
    let (one, other) = (dice.pick(words), dice.pick(words))
    return String(text[..<one.startIndex]) + other + text[one.endIndex...]
  }

  private static func inserted(_ word: String, into text: String, _ dice: inout Dice) -> String {
    let bytes = Array(text.utf8)
    let place = dice.below(bytes.count + 1)
    return joined(bytes[..<place], word.utf8, bytes[place...])
  }

  private static func repeated(_ text: String, _ dice: inout Dice) -> String {
    let bytes = Array(text.utf8)
    let start = dice.below(bytes.count + 1)
    let part = bytes[start..<min(bytes.count, start + 1 + dice.below(40))]
    let many = Array(repeating: part, count: 1 << dice.below(8)).flatMap { $0 }
    return joined(bytes[..<start], many, bytes[start...])
  }

  /// A part taken out of a text, and another one in its place.
  private static func joined(
    _ before: ArraySlice<UInt8>, _ middle: some Sequence<UInt8>, _ after: ArraySlice<UInt8>
  ) -> String {
    var bytes = Array(before)
    bytes += middle
    bytes += after
    return String(decoding: bytes, as: UTF8.self)
  }
}
