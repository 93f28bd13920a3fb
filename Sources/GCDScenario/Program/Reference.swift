// Licensed under the Apache License, Version 2.0; see LICENSE.

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
