// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule

/// A strategy, and what it explores: a column of the table.
struct DefectColumn: Sendable, Equatable {
  var strategy: Strategy
  /// The programs are executables under `gcdcheck run`, and no bodies in this process.
  var isWholeProgram: Bool

  var title: String { isWholeProgram ? "\(strategy) as a whole program" : strategy.description }
}
