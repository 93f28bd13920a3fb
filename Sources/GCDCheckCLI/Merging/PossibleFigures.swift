// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// What figures of a file can be at all: sums and products of such numbers are numbers too.
enum PossibleFigures {
  /// More schedules than any computer runs in a century.
  static let most = 1 << 48
}

extension Int {
  /// A count that can be true.
  var isPossibleCount: Bool { (0...PossibleFigures.most).contains(self) }
}

extension TestEnded {
  /// Whether its counts can be those of a run.
  var isPossible: Bool {
    schedules.isPossibleCount && distinct.isPossibleCount
  }
}

extension ShardPart {
  /// Whether its counts can be those of a shard that ran so many schedules.
  func isPossible(hashes: Int) -> Bool {
    beginning.isPossibleCount && (0...hashes).contains(hashesOfBeginning)
      && findingsOfBeginning.isPossibleCount && (-1...PossibleFigures.most).contains(last)
      && directed.allSatisfy { $0.number.isPossibleCount && $0.runs.isPossibleCount }
  }
}
