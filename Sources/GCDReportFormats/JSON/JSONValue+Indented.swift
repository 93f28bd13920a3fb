// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  package init(stringLiteral text: String) { self = .string(text) }
  package init(integerLiteral number: Int) { self = .number(number) }
  package init(arrayLiteral values: JSONValue...) { self = .array(values) }
  package init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(members.map { Member(key: $0.0, value: $0.1) })
  }

  /// Adds a member at the end of an object; a value that is nil adds nothing.
  mutating func add(_ key: String, _ value: JSONValue?) {
    guard let value, case .object(let members) = self else { return }
    self = .object(members + [Member(key: key, value: value)])
  }

  /// On many lines, each level by one column further in; without a line's end.
  ///
  /// - Parameter depth: Columns before every line but the first.
  func indented(_ depth: Int = 0) -> String {
    var text = ""
    write(to: &text, depth: depth)
    return text
  }

  private func write(to text: inout String, depth: Int) {
    let margin = "\n" + String(repeating: " ", count: depth + 1)
    switch self {
    case .array(let values) where !values.isEmpty:
      text += "["
      for (index, value) in values.enumerated() {
        text += index > 0 ? "," + margin : margin
        value.write(to: &text, depth: depth + 1)
      }
      text += margin.dropLast() + "]"
    case .object(let members) where !members.isEmpty:
      text += "{"
      for (index, member) in members.enumerated() {
        text += index > 0 ? "," + margin : margin
        text += JSONValue.string(member.key).text + ": "
        member.value.write(to: &text, depth: depth + 1)
      }
      text += margin.dropLast() + "}"
    default: text += self.text
    }
  }
}
