// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Reads numbers back in the order in which they were written to a `HashList`.
package struct WordReader {
  private var rest: ArraySlice<UInt64>

  /// Nil for a text that is no such list.
  package init?(_ text: String) {
    guard let words = HashList.hashes(text) else { return nil }
    rest = words[...]
  }

  package var isAtEnd: Bool { rest.isEmpty }

  /// Nil at the end.
  package mutating func word() -> UInt64? { rest.popFirst() }

  /// Nil at the end, and for a number that no count can be.
  package mutating func count() -> Int? { word().flatMap(Int.init(exactly:)) }

  /// A number of words and then these; nil where they are not there.
  package mutating func list() -> [UInt64]? {
    guard let count = count() else { return nil }
    return list(of: count)
  }

  package mutating func list(of count: Int) -> [UInt64]? {
    guard count <= rest.count else { return nil }
    defer { rest.removeFirst(count) }
    return Array(rest.prefix(count))
  }
}

extension [UInt64] {
  /// As `WordReader.list` reads it.
  mutating package func append(list: [UInt64]) {
    append(UInt64(list.count))
    self += list
  }
}
