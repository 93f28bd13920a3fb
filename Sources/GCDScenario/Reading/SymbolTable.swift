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

/// The names from `read … as` that a step can use; a block sees those of the steps around it, as a closure
/// would.
struct Scope {
  private(set) var slots: [String: Int] = [:]

  subscript(name: String) -> Int? { slots[name] }

  /// Makes the name visible to the steps that follow.
  mutating func add(_ name: String, slot: Int) { slots[name] = slot }
}

/// What a declared name refers to.
enum SymbolKind: String, Sendable, CaseIterable {
  case queue, group, semaphore, variable, once, timer, item, block, thread

  /// The key under which objects of this kind are declared.
  var section: String {
    switch self {
    case .queue: "queues"
    case .group: "groups"
    case .semaphore: "semaphores"
    case .variable: "variables"
    case .once: "once"
    case .timer: "timers"
    case .item: "items"
    case .block: "blocks"
    case .thread: "threads"
    }
  }

  /// With its article, for sentences.
  var phrase: String {
    switch self {
    case .once: "a once token"
    case .timer: "a timer"
    case .item: "a work item"
    default: "a \(rawValue)"
    }
  }
}

/// A declared name at a place where it is used, resolved: `index` counts the objects of that kind in order of
/// declaration.
struct Reference: Hashable, Sendable {
  let kind: SymbolKind
  let index: Int
  let name: String
  let position: SourcePosition
}
