// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDRuntime

extension TargetProgram {
  /// Starts the program, asks what can be controlled in it, and ends it before its first instruction.
  ///
  /// - Throws: `ProgramProblem`.
  package func examine() throws(ProgramProblem) -> InterpositionReport {
    let setup = Setup(
      version: ProcessProtocol.version,
      options: ProgramOptions(ExplorationOptions(), allowedStatuses: []), input: nil, wantsFacts: true)
    let process = try ForkServerProcess(self, setup)
    defer { process.end() }
    guard let facts = process.facts else { throw .noAnswer }
    return facts
  }
}
#endif
