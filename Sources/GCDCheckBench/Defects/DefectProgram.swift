// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDCheck

/// A small program with one known defect that only some schedules show.
///
/// Its first schedule, the baseline order, is clean; its corrected form is clean in every schedule.
struct DefectProgram: Sendable {
  /// How the defect shows.
  enum Kind: String, Sendable {
    /// The program's own check fails: GCD501.
    case assertion
    /// Somebody waits for ever: GCD101 to GCD106.
    case deadlock
    /// Something is used after it was freed, as the program's own check tells: GCD501.
    case crash
    /// Dispatch is used against its rules: GCD201 to GCD206.
    case misuse
  }

  /// As the original is called, where there is one.
  let name: String
  let kind: Kind
  /// The fewest ordering constraints that make the defect certain.
  let depth: Int
  /// Tasks that run at the same time, the body left out.
  let threads: Int
  /// What goes wrong, in one sentence.
  let mechanism: String
  let poolWidth: PoolWidth
  private let body: @Sendable (_ isFixed: Bool) throws -> Void

  init(
    _ name: String, _ kind: Kind, depth: Int, threads: Int, _ mechanism: String,
    poolWidth: PoolWidth = .unbounded, _ body: @escaping @Sendable (_ isFixed: Bool) throws -> Void
  ) {
    self.name = name
    self.kind = kind
    self.depth = depth
    self.threads = threads
    self.mechanism = mechanism
    self.poolWidth = poolWidth
    self.body = body
  }

  /// Explores the program, or its corrected form, until the first error.
  func explore(
    _ strategy: Strategy, seed: UInt64, schedules: Int, isFixed: Bool = false
  ) -> Exploration {
    exploreSchedules(
      schedules: schedules, seed: seed, strategy: strategy,
      options: .init(poolWidth: poolWidth, strict: true, showOutput: .none)
    ) {
      try body(isFixed)
    }
  }
}
