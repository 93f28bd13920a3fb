// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A JSON document in memory; members of objects keep their order, so that equal values give equal text.
enum JSONValue: Equatable {
  case null
  case bool(Bool)
  /// Whole numbers only: the stream has no others.
  case number(Int)
  case string(String)
  case array([JSONValue])
  case object([Member])

  struct Member: Equatable {
    var key: String
    var value: JSONValue
  }

  /// The value of a member; nil where there is none or this is no object.
  subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// On one line, without spaces.
  var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let value): text += String(value)
    case .string(let value): JSONValue.writeQuoted(value, to: &text)
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        JSONValue.writeQuoted(member.key, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  /// Escapes quotes, backslashes and control characters (RFC 8259, section 7); all else stays as it is.
  private static func writeQuoted(_ string: String, to text: inout String) {
    text += "\""
    // Most have nothing to escape.
    if !string.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") || $0 < 0x20 }) {
      text += string
      text += "\""
      return
    }
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
