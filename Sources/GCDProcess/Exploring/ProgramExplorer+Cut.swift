// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport

/// Schedules that time or the user ends while they run.
extension ProgramExplorer {
  /// Does work that the end of the time, or a wish of the user's, cuts short.
  ///
  /// - Throws: `ProgramProblem` for any other one.
  mutating func untilCut(_ work: (inout ProgramExplorer) throws(ProgramProblem) -> Void)
    throws(ProgramProblem)
  {
    if let limit = options.timeLimit { pool.deadline = .now + limit }
    defer { pool.deadline = nil }
    do throws(ProgramProblem) {
      try work(&self)
    } catch {
      guard case .cut = error else { throw error }
      pool.end()
      exploration.stopped = pool.isInterrupted ? .interrupted : .time
    }
  }

  /// Does what a schedule that is over asks for, which may need further runs.
  ///
  /// These are made to their end, also when the time is over: each makes as many steps as that schedule, and
  /// what was found must be told. Where the user cuts them off, the schedule counts as not run.
  mutating func whole<Result>(_ work: (inout ProgramExplorer) throws(ProgramProblem) -> Result)
    throws(ProgramProblem) -> Result
  {
    let (before, deadline) = (self, pool.deadline)
    pool.deadline = nil
    pool.isLate = deadline
    defer {
      pool.deadline = deadline
      pool.isLate = nil
    }
    do throws(ProgramProblem) {
      return try work(&self)
    } catch {
      if case .cut = error { self = before }
      throw error
    }
  }
}
#endif
