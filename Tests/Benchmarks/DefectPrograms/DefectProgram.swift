// Licensed under the Apache License, Version 2.0; see LICENSE.
/// A small program with one known defect that only some schedules show.
///
/// Its first schedule, the baseline order, is clean; its corrected form is clean in every schedule.
package struct DefectProgram: Sendable {
  /// How the defect shows.
  package enum Kind: String, Sendable {
    /// The program's own check fails: GCD501.
    case assertion
    /// Somebody waits forever: GCD101 to GCD106.
    case deadlock
    /// Something is used after it was freed, as the program's own check tells: GCD501.
    case crash
    /// Dispatch is used against its rules: GCD201 to GCD206.
    case misuse
  }

  /// As the original is called, where there is one.
  package let name: String
  package let kind: Kind
  /// The fewest ordering constraints that make the defect certain.
  package let depth: Int
  /// Tasks that run at the same time, the body left out.
  package let threads: Int
  /// What goes wrong, in one sentence.
  package let mechanism: String
  /// The processors of the pool on Linux that it needs; nil = an unbounded pool.
  package let processors: Int?
  private let body: @Sendable (_ isFixed: Bool) throws -> Void

  init(
    _ name: String, _ kind: Kind, depth: Int, threads: Int, _ mechanism: String,
    processors: Int? = nil, _ body: @escaping @Sendable (_ isFixed: Bool) throws -> Void
  ) {
    self.name = name
    self.kind = kind
    self.depth = depth
    self.threads = threads
    self.mechanism = mechanism
    self.processors = processors
    self.body = body
  }

  /// Runs the program, or its corrected form, once.
  ///
  /// - Throws: What the program itself finds wrong.
  package func run(isFixed: Bool) throws { try body(isFixed) }
}
