// Licensed under the Apache License, Version 2.0; see LICENSE.

/// First pass: gives every declared name its kind and index.
extension ScenarioReader {
  func declareNames() {
    _ = symbols.declare("main", .queue, nil)
    _ = symbols.declare("global", .queue, nil)
    for kind in SymbolKind.allCases {
      guard let section = Section(rawValue: kind.section), let value = self.section(section) else { continue }
      for name in declaredNames(value, kind) { declare(name.text, kind, name.position) }
    }
  }

  /// Names of a list (`groups: [loading]`) or the keys of a mapping (`queues: {cache: serial}`), as the kind
  /// has it.
  private func declaredNames(_ value: Syntax, _ kind: SymbolKind) -> [(
    text: String, position: SourcePosition
  )] {
    switch (kind, value.content) {
    case (.group, .sequence(let items)), (.once, .sequence(let items)):
      return items.compactMap { item in
        if let text = item.text { return (text, item.position) }
        return refuse(item.position, "\"\(kind.section)\" lists names, but this is \(item.kindName)")
      }
    case (.group, _), (.once, _):
      diagnostics.error(
        value.position,
        "\"\(kind.section)\" is a list of names: write \(kind.section): [\(exampleName(value))]")
    case (_, .mapping(let entries)):
      return entries.map { ($0.key, $0.keyPosition) }
    default:
      diagnostics.error(
        value.position, "each entry of \"\(kind.section)\" is a name and a value: \(example(of: kind))")
    }
    return []
  }

  private func exampleName(_ value: Syntax) -> String {
    switch value.content {
    case .scalar(let text, _): text
    case .mapping(let entries): entries.first?.key ?? "loading"
    case .sequence: "loading"
    }
  }

  private func example(of kind: SymbolKind) -> String {
    switch kind {
    case .queue: "write cache: serial or cache: concurrent"
    case .semaphore: "write replied: 0"
    case .variable: "write total: 0"
    case .timer: "write tick: {every: 1s, do: …}"
    case .item: "write job: {do: …}"
    default: "write its name and a colon, then its steps"
    }
  }

  private func declare(_ name: String, _ kind: SymbolKind, _ position: SourcePosition) {
    if name == "main" || name == "global" {
      diagnostics.error(
        position, "\"\(name)\" is the name of a queue that always exists; choose another name")
      return
    }
    if kind == .variable, !ExpressionText.isName(name) {
      diagnostics.error(
        position,
        "\"\(name)\" cannot be the name of a variable: use letters, digits and \"_\", beginning with a letter"
      )
    }
    if let other = symbols.declare(name, kind, position) {
      diagnostics.error(
        position,
        "there are two objects called \"\(name)\"; the other is \(other.kind.phrase)\(other.declaredAt)")
    }
  }
}
