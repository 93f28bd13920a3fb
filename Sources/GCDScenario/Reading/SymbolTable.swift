// Licensed under the Apache License, Version 2.0; see LICENSE.

/// The declared names of a file. All kinds share one space of names, so that `wait: x` can mean only one
/// thing.
struct SymbolTable {
  struct Symbol {
    let kind: SymbolKind
    let index: Int
    /// nil for `main` and `global`, which every scenario has.
    let position: SourcePosition?

    /// " (declared at 5:3)", or nothing for what is not declared anywhere.
    var declaredAt: String { position.map { " (declared at \($0.short))" } ?? "" }
  }

  private(set) var symbols: [String: Symbol] = [:]
  private var counts: [SymbolKind: Int] = [:]

  subscript(name: String) -> Symbol? { symbols[name] }

  /// Gives the name the next index of its kind; returns the symbol that already has the name, if there is
  /// one.
  mutating func declare(_ name: String, _ kind: SymbolKind, _ position: SourcePosition?) -> Symbol? {
    if let existing = symbols[name] { return existing }
    symbols[name] = Symbol(kind: kind, index: counts[kind, default: 0], position: position)
    counts[kind, default: 0] += 1
    return nil
  }

  /// The names of these kinds, in alphabetical order.
  func names(of kinds: [SymbolKind]) -> [String] {
    symbols.filter { kinds.contains($0.value.kind) }.keys.sorted()
  }
}
