// Licensed under the Apache License, Version 2.0; see LICENSE.

/// What one schedule that was looked at adds to `ExplorationCoverage`.
package struct CoverageSnapshot: Sendable, Equatable, Codable {
  /// Of the schedule, from 0.
  package var number: Int
  /// The hash of its partial order.
  package var order: UInt64
  /// A random strategy made it.
  package var isDrawn: Bool
  /// Its conflict pairs, without those that the process had met before.
  package var conflictPairs: [UInt64]
  /// The schedule is one of those that shards share, and none of the beginning.
  package var isShared: Bool

  package init(number: Int, order: UInt64, isDrawn: Bool, conflictPairs: [UInt64], isShared: Bool) {
    self.number = number
    self.order = order
    self.isDrawn = isDrawn
    self.conflictPairs = conflictPairs
    self.isShared = isShared
  }

  /// Looks as text.
  package static func text(_ looks: [CoverageSnapshot]) -> String {
    var words: [UInt64] = []
    for look in looks {
      let flags: UInt64 = (look.isDrawn ? 1 : 0) | (look.isShared ? 2 : 0)
      words += [UInt64(look.number), look.order, flags | UInt64(look.conflictPairs.count) << 2]
      words += look.conflictPairs
    }
    return HashList.text(words)
  }

  /// Nil for a text that is none.
  package static func looks(_ text: String) -> [CoverageSnapshot]? {
    guard var reader = WordReader(text) else { return nil }
    var looks: [CoverageSnapshot] = []
    while !reader.isAtEnd {
      guard let number = reader.count(), let order = reader.word(), let flags = reader.word(),
        let count = Int(exactly: flags >> 2), let conflictPairs = reader.list(of: count)
      else { return nil }
      looks.append(
        CoverageSnapshot(
          number: number, order: order, isDrawn: flags & 1 != 0, conflictPairs: conflictPairs,
          isShared: flags & 2 != 0))
    }
    return looks
  }
}

extension ExplorationCoverage {
  package mutating func add(_ look: CoverageSnapshot) {
    self.look(look.number, order: look.order, isDrawn: look.isDrawn)
    for pair in look.conflictPairs { add(conflictPair: pair, of: look.number) }
  }
}
