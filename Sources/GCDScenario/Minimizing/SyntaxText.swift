// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// Writes YAML values back as a file; comments and layout of the original are gone.
enum SyntaxText {
  static func text(of root: Syntax) -> String { lines(root).joined(separator: "\n") + "\n" }

  /// A value in lines without indentation.
  private static func lines(_ syntax: Syntax) -> [String] {
    switch syntax.content {
    case .scalar(let text, let quoted): return [scalar(text, quoted: quoted)]
    case .sequence(let values):
      if values.isEmpty { return ["[]"] }
      return values.flatMap { value in
        lines(value).enumerated().map { ($0.offset == 0 ? "- " : "  ") + $0.element }
      }
    case .mapping(let entries):
      if entries.isEmpty { return ["{}"] }
      return entries.flatMap(lines)
    }
  }

  private static func lines(_ entry: Syntax.Entry) -> [String] {
    let key = scalar(entry.key, quoted: !isPlain(entry.key)) + ":"
    let value = lines(entry.value)
    let isInline =
      switch entry.value.content {
      case .scalar: true
      case .sequence(let values): values.isEmpty
      case .mapping(let entries): entries.isEmpty
      }
    if isInline { return [value[0].isEmpty ? key : "\(key) \(value[0])"] }
    return [key] + value.map { "  " + $0 }
  }

  /// A text that was plain means what it meant only if it stays plain, and the other way round.
  private static func scalar(_ text: String, quoted: Bool) -> String {
    if !quoted { return text }
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      // YAML refuses bare control characters, and a terminal obeys them.
      case _ where scalar.isHidden:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private static func isPlain(_ key: String) -> Bool {
    !key.isEmpty
      && key.unicodeScalars.allSatisfy { scalar in
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
          || "-_.".unicodeScalars.contains(scalar)
      }
      && key.first != "-"
  }
}
