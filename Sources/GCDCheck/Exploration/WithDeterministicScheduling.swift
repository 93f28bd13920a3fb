// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDRuntime
import GCDSchedule

/// Runs `body` under many schedules and records what it finds at the call, in the right test; never throws.
///
/// The body is called once for each schedule, so it builds its world inside. Every option has a variable
/// `GCDCHECK_…` that beats it. An error that the body throws is a finding (GCD501), and so is a failing
/// assertion. Outside a test host a finding is printed and ends the process with 1.
///
/// - Parameters:
///   - schedules: How many schedules to run at most; fewer when there are no more.
///   - seed: Which exploration; nil = derived from the test's id.
///   - strategy: How schedules are chosen.
///   - maxSteps: Scheduling points of one schedule after which a loop that only yields, sleeps or fails to
///     get something counts as a livelock; a schedule without such a loop may take ten times as many.
///   - poolWidth: How many workers the virtual thread pool has.
///   - skew: How far ahead a deadline may overtake ready work, in virtual time.
///   - settle: How long deadlines are followed after the body returned, in virtual time.
///   - timeLimit: Real time after which the running schedule is cut; nil = none.
///   - stopWhenSaturated: Stops when schedules show nothing new, which may miss what is rare.
///   - keepGoing: Explores on after an error.
///   - strict: Makes warnings errors.
///   - showOutput: For which schedules the output of the body is shown.
///   - allowing: Findings that are known.
///   - bodyHost: Whose place the body takes; nil = its caller's.
///   - fileID: Where the call stands; not to be given.
///   - filePath: Likewise.
///   - line: Likewise.
///   - column: Likewise.
///   - body: What is explored.
public func withDeterministicScheduling(
  schedules: Int = 1_000, seed: UInt64? = nil, strategy: Strategy = .auto, maxSteps: Int = 100_000,
  poolWidth: PoolWidth = .unbounded, skew: Duration = .milliseconds(1), settle: Duration = .seconds(60),
  timeLimit: Duration? = nil, stopWhenSaturated: Bool = false, keepGoing: Bool = false,
  strict: Bool = false, showOutput: OutputPolicy = .firstAndFailing, allowing: [Allowance] = [],
  bodyHost: BodyHost? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column, _ body: () throws -> Void
) {
  let location = CallerLocation(fileID, filePath, line, column)
  let options = ExplorationOptions(
    schedules: schedules, seed: seed, strategy: strategy, maxSteps: maxSteps, poolWidth: poolWidth,
    skew: skew, settle: settle, timeLimit: timeLimit, stopWhenSaturated: stopWhenSaturated,
    keepGoing: keepGoing, strict: strict, showOutput: showOutput,
    allowing: allowing, bodyHost: bodyHost, location: location)
  ControlledTest(options, in: .current).run(body)
}

/// The same for an `async` body.
///
/// The body may await what it likes: other functions, child tasks, `fulfillment(of:)`, `Task.sleep`, an
/// actor, a continuation that a block resumes. What it waits for runs as blocks of Dispatch, in virtual
/// time; its own task and the children of that run on one thread, one after the other. A continuation that
/// nothing can resume any more is a finding (GCD107). The main actor is served as after `dispatchMain()`,
/// unless `bodyHost` says otherwise.
public func withDeterministicScheduling(
  schedules: Int = 1_000, seed: UInt64? = nil, strategy: Strategy = .auto, maxSteps: Int = 100_000,
  poolWidth: PoolWidth = .unbounded, skew: Duration = .milliseconds(1), settle: Duration = .seconds(60),
  timeLimit: Duration? = nil, stopWhenSaturated: Bool = false, keepGoing: Bool = false,
  strict: Bool = false, showOutput: OutputPolicy = .firstAndFailing, allowing: [Allowance] = [],
  bodyHost: BodyHost? = nil, isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column, _ body: () async throws -> Void
) async {
  let location = CallerLocation(fileID, filePath, line, column)
  let options = ExplorationOptions(
    schedules: schedules, seed: seed, strategy: strategy, maxSteps: maxSteps, poolWidth: poolWidth,
    skew: skew, settle: settle, timeLimit: timeLimit, stopWhenSaturated: stopWhenSaturated,
    keepGoing: keepGoing, strict: strict, showOutput: showOutput,
    allowing: allowing, bodyHost: bodyHost ?? .served, location: location)
  let test = ControlledTest(options, in: .current)
  #if os(Linux) && !GCDCHECK_OTHER_PLATFORM
  AsyncBody.lend(body) { test.run($0) }
  #else
  await test.runOnce(body)
  #endif
}

extension CallerLocation {
  init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
    self.init(
      fileID: "\(fileID)", filePath: "\(filePath)", line: Int(clamping: line), column: Int(clamping: column))
  }
}
