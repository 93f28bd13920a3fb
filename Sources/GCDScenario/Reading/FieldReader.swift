// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// The keys of a mapping that has a fixed set of them.
struct Fields {
  private let entries: [String: Syntax.Entry]

  subscript(key: String) -> Syntax? {
    guard let entry = entries[key], !entry.value.isEmpty else { return nil }
    return entry.value
  }

  /// Notes every key that is not one of `known`; `owner` is what the mapping describes.
  init(_ list: [Syntax.Entry], of owner: String, known: [String], _ diagnostics: Diagnostics) {
    var entries: [String: Syntax.Entry] = [:]
    for entry in list {
      guard known.contains(entry.key) else {
        let guess = closest(to: entry.key, among: known).map { "did you mean \"\($0)\"?" }
        diagnostics.error(
          entry.keyPosition,
          "\(owner) has no \"\(entry.key)\"; " + (guess ?? "it has \(known.joined(separator: ", "))"))
        continue
      }
      entries[entry.key] = entry
    }
    self.entries = entries
  }
}

extension ScenarioReader {
  /// The keys of a value that must be a mapping; empty, and an error, if it is not one.
  func readFields(_ value: Syntax, of owner: String, known: [String]) -> Fields {
    guard case .mapping(let entries) = value.content else {
      diagnostics.error(
        value.position,
        "\(owner) is described by keys (\(known.joined(separator: ", "))), but this is \(value.kindName)")
      return Fields([], of: owner, known: known, diagnostics)
    }
    return Fields(entries, of: owner, known: known, diagnostics)
  }
}

/// The verb of a step, what it is given, and its options.
struct StepFields {
  let verb: Verb
  let position: SourcePosition
  /// The value of the verb's key.
  let value: Syntax
  /// Nothing that the verb needs is missing.
  private(set) var isComplete = true
  private var options: [Verb.Option: Syntax.Entry] = [:]

  subscript(option: Verb.Option) -> Syntax? { options[option]?.value }

  /// The position of the option's key.
  func position(of option: Verb.Option) -> SourcePosition? { options[option]?.keyPosition }

  init(verb: Verb, entry: Syntax.Entry, options entries: [Syntax.Entry], _ diagnostics: Diagnostics) {
    self.verb = verb
    position = entry.keyPosition
    value = entry.value
    if value.isEmpty {
      isComplete = false
      diagnostics.error(
        entry.keyPosition, "\"\(verb.rawValue)\" has nothing behind it; write for example \"\(verb.example)\""
      )
    }
    for option in entries { add(option, diagnostics) }
    for option in verb.required where options[option] == nil {
      isComplete = false
      guard !entries.contains(where: { $0.key == option.rawValue }) else { continue }
      diagnostics.error(entry.keyPosition, Self.missing(option, verb))
    }
  }

  private mutating func add(_ entry: Syntax.Entry, _ diagnostics: Diagnostics) {
    let name = verb.rawValue
    guard let option = Verb.Option(rawValue: entry.key), verb.options.contains(option) else {
      let known = verb.options.map(\.rawValue)
      let hint =
        if known.isEmpty {
          "it has no options"
        } else if let guess = closest(to: entry.key, among: known) {
          "did you mean \"\(guess)\"?"
        } else { "its options are \(known.joined(separator: ", "))" }
      diagnostics.error(entry.keyPosition, "\"\(name)\" has no option \"\(entry.key)\"; \(hint)")
      return
    }
    guard !entry.value.isEmpty else {
      diagnostics.error(entry.keyPosition, "\"\(entry.key)\" has nothing behind it")
      return
    }
    options[option] = entry
  }

  private static func missing(_ option: Verb.Option, _ verb: Verb) -> String {
    switch option {
    case .do: "\"\(verb.rawValue)\" needs a \"do:\" with the steps of its block"
    case .as: "\"read\" needs \"as:\" and a name for what was read"
    case .to:
      switch verb {
      case .retarget: "\"retarget\" needs \"to:\" and a queue"
      case .add: "\"add\" needs \"to:\" and a variable: write add: 1 and, below it, to: total"
      default: "\"set\" needs \"to:\" and a number"
      }
    default: "\"\(verb.rawValue)\" needs \"\(option.rawValue):\""
    }
  }
}
