// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDRuntime

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

  /// Waits for a schedule that was asked for, while no other one was.
  mutating func completed(_ number: Int, _ request: Int) throws(ProgramProblem)
    -> ServingProcess.Completed
  {
    do throws(ProgramProblem) {
      return try pool.completed(request)
    } catch {
      noteCut(number, request)
      throw error
    }
  }

  /// Notes how far a schedule has come that is to be cut now.
  mutating func noteCut(_ number: Int, _ request: Int?) {
    guard let steps = request.flatMap(pool.steps) else { return }
    exploration.cut = CutSchedule(number: number + 1, steps: steps)
  }

  /// As `judge`; all of it or, where the user wants to stop meanwhile, nothing.
  mutating func judged(
    _ number: Int, _ completed: ServingProcess.Completed, _ printed: ScheduleOutput?
  ) throws(ProgramProblem) -> Bool {
    let isPlain =
      completed.outcome.map { $0.suspicion.map(seenSuspicions.contains) ?? true } ?? false
      && !ProgramExplorer.repeatedSchedules.contains(number)
      && (completed.outcome?.tooNarrowPool ?? 0) == 0
    if isPlain { return try judge(number, completed, printed) }
    return try whole { explorer throws(ProgramProblem) in try explorer.judge(number, completed, printed) }
  }
}
#endif
