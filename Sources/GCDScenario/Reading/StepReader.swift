// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// Lists of steps, blocks, and the form that all steps have: one verb and its options.
extension ScenarioReader {
  func readStepList(_ value: Syntax, of key: String, in scope: inout Scope) -> [Step] {
    switch value.content {
    case .sequence(let items):
      return items.compactMap { readStep($0, in: &scope) }
    case .mapping:
      diagnostics.error(value.position, "\"\(key)\" is a list of steps; begin each step with \"- \"")
    case .scalar:
      guard value.isEmpty else {
        diagnostics.error(value.position, "\"\(key)\" is a list of steps, but this is \(value.kindName)")
        break
      }
      diagnostics.error(
        value.position, "\"\(key)\" has no steps; write them below it, each with \"- \" before it")
    }
    return []
  }

  /// The value of `do:`: steps, or the name of a block or, where it can be submitted, of a work item.
  func readBlock(_ value: Syntax, items: Bool, in scope: Scope) -> Block? {
    if value.text != nil, !value.isEmpty {
      let kinds: [SymbolKind] = items ? [.block, .item] : [.block]
      guard let reference = readReference(value, kinds, for: "do") else { return nil }
      return reference.kind == .block ? .named(reference.index) : .item(reference.index)
    }
    var inner = scope
    return .steps(readStepList(value, of: "do", in: &inner))
  }

  private func readStep(_ value: Syntax, in scope: inout Scope) -> Step? {
    guard case .mapping(let entries) = value.content else {
      return refuse(value.position, notAStep(value))
    }
    let verbs = entries.filter { Verb(rawValue: $0.key) != nil }
    guard let entry = verbs.first, let verb = Verb(rawValue: entry.key) else {
      reportMissingVerb(entries, value.position)
      return nil
    }
    if verbs.count > 1 {
      return refuse(
        verbs[1].keyPosition,
        "a step does one thing, but this one has \"\(entry.key)\" and \"\(verbs[1].key)\"; "
          + "begin a new line with \"- \(verbs[1].key)\"")
    }
    let fields = StepFields(
      verb: verb, entry: entry, options: entries.filter { $0.key != entry.key }, diagnostics)
    guard fields.isComplete, let action = readAction(fields, in: &scope) else { return nil }
    return Step(position: entry.keyPosition, action: action)
  }

  private func notAStep(_ value: Syntax) -> String {
    guard let text = value.text else {
      return "a step is written \"- verb: object\", but this is \(value.kindName)"
    }
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    guard let first = words.first, let verb = Verb(rawValue: first) else {
      return
        "\"\(text)\" is not a step; a step is written \"- verb: object\", for example \"- enter: loading\""
    }
    guard words.count > 1 else {
      return "\"\(text)\" needs a colon and an object, for example \"\(verb.example)\""
    }
    return "\"\(text)\" needs a colon: write \"\(words[0]): \(words[1])\""
  }

  private func reportMissingVerb(_ entries: [Syntax.Entry], _ position: SourcePosition) {
    let options = Verb.Option.allCases.map(\.rawValue)
    guard let wrong = entries.first(where: { !options.contains($0.key) }) else {
      let keys = entries.map { "\"\($0.key)\"" }.joined(separator: ", ")
      diagnostics.error(
        position, entries.isEmpty ? "this step is empty" : "this step has \(keys) but does not say what to do"
      )
      return
    }
    let guess = closest(to: wrong.key, among: Verb.allCases.map(\.rawValue))
    diagnostics.error(
      wrong.keyPosition,
      "\"\(wrong.key)\" is not an operation" + (guess.map { "; did you mean \"\($0)\"?" } ?? "")
        + " (all operations: gcdcheck explain scenario)")
  }
}
