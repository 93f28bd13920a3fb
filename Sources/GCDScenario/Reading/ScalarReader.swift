// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDRuntime

/// Numbers, durations, names and other single words.
extension ScenarioReader {
  /// A whole number of at least `minimum`.
  func readNumber(_ value: Syntax, of key: String, minimum: Int = .min, maximum: Int = .max) -> Int? {
    guard let text = value.text, let number = Int(text) else {
      return refuse(value.position, "\"\(key)\" needs a whole number, but this is \(value.kindName)")
    }
    guard number >= minimum, number <= maximum else {
      let bound = number < minimum ? "at least \(minimum)" : "at most \(maximum)"
      return refuse(value.position, "\"\(key)\" must be \(bound), but this is \(number)")
    }
    return number
  }

  func readBool(_ value: Syntax, of key: String) -> Bool? {
    switch value.text {
    case "true": return true
    case "false": return false
    default:
      return refuse(value.position, "\"\(key)\" is true or false, but this is \(value.kindName)")
    }
  }

  /// A time with its unit; `never` only where `allowsForever` says so.
  func readDuration(_ value: Syntax, of key: String, allowsForever: Bool = false) -> VirtualDuration? {
    guard let text = value.text else {
      return refuse(value.position, "\"\(key)\" needs a time such as 3s, but this is \(value.kindName)")
    }
    if text == "never" || text == "forever" {
      if allowsForever { return .forever }
      return refuse(value.position, "\"\(key)\" needs a time that ends, such as 3s")
    }
    switch DurationText.parse(text) {
    case .nanoseconds(let nanoseconds):
      return .nanoseconds(nanoseconds)
    case .missingUnit:
      diagnostics.error(
        value.position, "\"\(key)\" needs a unit: write \(text)s, \(text)ms or \(text)ns")
    case .unknownUnit(let unit):
      diagnostics.error(
        value.position, "\"\(unit)\" is not a unit of time; the units are \(DurationText.unitNames)")
    case .negative:
      diagnostics.error(value.position, "\"\(key)\" cannot be less than 0s")
    case .tooLong:
      diagnostics.error(
        value.position, "\"\(key)\" is longer than a hundred years, the most that is accepted")
    case .tooFine:
      diagnostics.error(value.position, "\"\(key)\" cannot have a part of a nanosecond")
    case .notATime:
      diagnostics.error(value.position, "\"\(key)\" needs a time such as 3s, but this is \"\(text)\"")
    }
    return nil
  }

  func readQoS(_ value: Syntax) -> QualityOfService? {
    let names = QualityOfService.allCases.map(\.rawValue)
    guard let text = value.text else {
      return refuse(value.position, "\"qos\" is one of \(names.joined(separator: ", "))")
    }
    if let qos = QualityOfService(rawValue: text) { return qos }
    let guess = closest(to: text.lowercased(), among: names)
    return refuse(
      value.position,
      "there is no quality of service \"\(text)\"; "
        + (guess.map { "did you mean \"\($0)\"?" } ?? "there are \(names.joined(separator: ", "))"))
  }

  /// The object that a name means, if it is of one of these kinds. `verb` is what the name was given to.
  func readReference(_ value: Syntax, _ kinds: [SymbolKind], for verb: String) -> Reference? {
    let phrases = kinds.map(\.phrase)
    let wanted =
      phrases.count < 3
      ? phrases.joined(separator: " or ")
      : phrases.dropLast().joined(separator: ", ") + " or \(phrases[phrases.count - 1])"
    guard let name = value.text else {
      return refuse(
        value.position, "\"\(verb)\" needs the name of \(wanted), but this is \(value.kindName)")
    }
    guard let symbol = symbols[name] else {
      return refuse(value.position, unknownName(name, kinds))
    }
    guard kinds.contains(symbol.kind) else {
      let correction = VerbCorrection.correct(verb, for: symbol.kind).map {
        "; did you mean \"\($0): \(name)\"?"
      }
      return refuse(
        value.position,
        "\"\(verb)\" needs \(wanted), but \"\(name)\" is \(symbol.kind.phrase)\(symbol.declaredAt)"
          + (correction ?? ""))
    }
    return Reference(kind: symbol.kind, index: symbol.index, name: name, position: value.position)
  }

  private func unknownName(_ name: String, _ kinds: [SymbolKind]) -> String {
    let noun = kinds[0] == .once ? "once token" : kinds[0].rawValue
    let start = kinds.count == 1 ? "there is no \(noun) \"\(name)\"" : "there is nothing called \"\(name)\""
    let declared = symbols.names(of: kinds)
    if let guess = closest(to: name, among: declared) {
      let place = symbols[guess]?.declaredAt ?? ""
      return "\(start); did you mean \"\(guess)\"\(place)?"
    }
    if kinds.count == 1 { return "\(start); declare it under \"\(kinds[0].section):\"" }
    let sections = kinds.map { "\"\($0.section):\"" }.joined(separator: ", ")
    return "\(start); declare it under one of \(sections)"
  }
}
