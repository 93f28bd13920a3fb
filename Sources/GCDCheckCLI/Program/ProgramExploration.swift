// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDProcess
import GCDReport
import GCDRuntime
import GCDSchedule

/// What is explored of one program, or replayed.
struct ProgramExploration {
  let program: TargetProgram
  /// Where it has been loaded already.
  var loaded: LoadedProgram?
  let options: ExplorationOptions
  var allowedStatuses: [Int32] = []
  let jobs: Int
  let wording: FrameworkMessage?
  /// The schedule to replay; nil = explore.
  var token: ScheduleToken?
  /// Where an earlier exploration was cut that this one resumes.
  var cut: ExplorationCheckpoint?

  /// Explores the program that people call `name`, and keeps what fails where that is wanted.
  func run(_ name: String, in session: ReportedSession) throws(ProgramProblem) -> Exploration {
    let executor = try ForkServerExecutor(
      program, loaded: loaded, options, allowedStatuses: allowedStatuses, jobs: jobs,
      command: Invocation.command(environment), wording: wording)
    var explorer = Explorer(
      executor, options, observer: { session.found($0, in: name) },
      progress: { session.advance(to: $0, of: name) })
    if let token {
      explorer.replay(token)
    } else {
      for finding in cut?.findings ?? [] { session.found(finding, in: name) }
      explorer.resumed = cut.map { CheckpointReference($0) }
      explorer.explore()
    }
    if let problem = executor.failure { throw problem }
    var exploration = explorer.exploration
    exploration.save(to: options.regressions)
    return exploration
  }
}
#endif
