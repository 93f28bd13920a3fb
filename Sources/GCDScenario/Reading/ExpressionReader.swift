// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDRuntime

/// Conditions and expressions: `total == 6 and elapsed >= 3s`.
struct ExpressionReader {
  private enum Unit { case number, time }

  private let reader: ScenarioReader
  private let scope: Scope
  private let position: SourcePosition
  private let words: [(text: String, offset: Int)]
  private var next = 0

  /// Returns nil when the value is no condition; the reason is in the reader's diagnostics.
  static func condition(_ value: Syntax, of key: String, in scope: Scope, _ reader: ScenarioReader)
    -> Condition?
  {
    guard var parser = ExpressionReader(value, of: key, example: "total == 6", scope, reader) else {
      return nil
    }
    guard let condition = parser.condition() else { return nil }
    return parser.isAtEnd() ? condition : nil
  }

  /// A number; times are not accepted, since variables hold numbers.
  static func number(_ value: Syntax, of key: String, in scope: Scope, _ reader: ScenarioReader)
    -> Expression?
  {
    guard var parser = ExpressionReader(value, of: key, example: "total + 1", scope, reader) else {
      return nil
    }
    guard let (expression, unit) = parser.sum() else { return nil }
    guard parser.isAtEnd() else { return nil }
    if unit == .time {
      return reader.refuse(
        value.position, "\"\(key)\" needs a number, but this is a time; variables hold numbers")
    }
    return expression
  }

  private init?(_ value: Syntax, of key: String, example: String, _ scope: Scope, _ reader: ScenarioReader) {
    guard let text = value.text else {
      reader.diagnostics.error(
        value.position, "\"\(key)\" needs something like \"\(example)\", but this is \(value.kindName)")
      return nil
    }
    self.reader = reader
    self.scope = scope
    var position = value.position
    if case .scalar(_, quoted: true) = value.content { position.column += 1 }
    self.position = position
    words = ExpressionText.words(text)
    if words.count > Self.mostWords {
      reader.diagnostics.error(
        value.position,
        "\"\(key)\" has \(words.count) words; an expression has at most \(Self.mostWords): "
          + "write several steps"
      )
      return nil
    }
  }

  /// Expressions are nested as deep as they are long, and so is the stack of a block that computes them.
  private static let mostWords = 200

  private mutating func condition() -> Condition? {
    guard let first = comparison() else { return nil }
    var parts = [first]
    let joint = peek()
    while let word = peek(), word == "and" || word == "or" {
      guard word == joint else {
        error("\"and\" and \"or\" cannot be mixed in one condition; write two steps")
        return nil
      }
      next += 1
      guard let part = comparison() else { return nil }
      parts.append(part)
    }
    if parts.count == 1 { return first }
    return joint == "and" ? .all(parts) : .any(parts)
  }

  private mutating func comparison() -> Condition? {
    let leftPlace = next
    guard let (left, leftUnit) = sum() else { return nil }
    guard let word = peek() else {
      error("a comparison is missing here: write for example \"== 6\"", at: words.count - 1)
      return nil
    }
    guard let comparison = Condition.Comparison(rawValue: word) else {
      let hint = word == "=" ? "; did you mean \"==\"?" : "; write ==, !=, <, <=, > or >="
      error("\"\(word)\" is not a comparison" + hint)
      return nil
    }
    next += 1
    let rightPlace = next
    guard let (right, rightUnit) = sum() else { return nil }
    guard leftUnit == rightUnit else {
      let place = leftUnit == .number ? leftPlace : rightPlace
      error("a time is compared with a number; give \"\(words[place].text)\" a unit, such as 2s", at: place)
      return nil
    }
    return .compare(left, comparison, right)
  }

  private mutating func sum() -> (Expression, Unit)? {
    guard let (first, unit) = term() else { return nil }
    var result = first
    while let sign = peek(), sign == "+" || sign == "-" {
      next += 1
      let place = next
      guard let (right, rightUnit) = term() else { return nil }
      guard rightUnit == unit else {
        error("a time and a number cannot be added; give both a unit, or neither", at: place)
        return nil
      }
      result = sign == "+" ? .sum(result, right) : .difference(result, right)
    }
    return (result, unit)
  }

  private mutating func term() -> (Expression, Unit)? {
    guard let word = peek() else {
      error("a number or a name is missing at the end", at: words.count - 1)
      return nil
    }
    if word == "-", next + 1 < words.count, let number = Int("-" + words[next + 1].text) {
      next += 2
      return (.constant(number), .number)
    }
    let place = next
    next += 1
    if word == "elapsed" { return (.elapsed, .time) }
    if let number = Int(word) { return (.constant(number), .number) }
    if let slot = scope[word] { return (.local(slot: slot), .number) }
    if let symbol = reader.symbols[word] {
      if symbol.kind == .variable { return (.variable(index: symbol.index), .number) }
      error("\"\(word)\" is \(symbol.kind.phrase)\(symbol.declaredAt), not a variable", at: place)
      return nil
    }
    if let first = word.first, first.isNumber { return duration(word, place) }
    let known = reader.symbols.names(of: [.variable]) + scope.slots.keys.sorted() + ["elapsed"]
    let guess = closest(to: word, among: known)
    let hint = guess.map { "did you mean \"\($0)\"\(reader.symbols[$0]?.declaredAt ?? "")?" }
    error("there is no variable \"\(word)\"; " + (hint ?? "declare it under \"variables:\""), at: place)
    return nil
  }

  private func duration(_ word: String, _ place: Int) -> (Expression, Unit)? {
    if case .nanoseconds(let nanoseconds) = DurationText.parse(word) {
      return (.constant(nanoseconds), .time)
    }
    error("\"\(word)\" is neither a number nor a time; times are written 3s, 3ms or 3ns", at: place)
    return nil
  }

  private func isAtEnd() -> Bool {
    guard let word = peek() else { return true }
    error("\"\(word)\" is not expected here")
    return false
  }

  private func peek() -> String? { next < words.count ? words[next].text : nil }

  private func error(_ message: String, at index: Int? = nil) {
    let index = index ?? next
    let offset = words.indices.contains(index) ? words[index].offset : 0
    reader.diagnostics.error(SourcePosition(line: position.line, column: position.column + offset), message)
  }
}
