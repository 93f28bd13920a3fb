// Licensed under the Apache License, Version 2.0; see LICENSE.

/// The names from `read … as` that a step can use; a block sees those of the steps around it, as a closure
/// would.
struct Scope {
  private(set) var slots: [String: Int] = [:]

  subscript(name: String) -> Int? { slots[name] }

  /// Makes the name visible to the steps that follow.
  mutating func add(_ name: String, slot: Int) { slots[name] = slot }
}
