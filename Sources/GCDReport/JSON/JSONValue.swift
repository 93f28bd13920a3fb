// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A JSON document in memory; members of objects keep their order, so that equal values give equal text.
package enum JSONValue: Equatable {
  case null
  case bool(Bool)
  /// Whole numbers only: the stream has no others.
  case number(Int)
  case string(String)
  case array([JSONValue])
  case object([Member])

  package struct Member: Equatable {
    package var key: String
    package var value: JSONValue

    package init(key: String, value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// The value of a member; nil where there is none or this is no object.
  package subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// On one line, without spaces.
  package var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let value): text += String(value)
    case .string(let value): writeJSONString(value, to: &text)
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
        writeJSONString(member.key, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }
}
