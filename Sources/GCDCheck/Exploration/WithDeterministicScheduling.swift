// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDRuntime
import GCDSchedule

/// Runs `body` under many schedules and records what it finds at the call, in the right test; never throws.
///
/// The body is called once for each schedule, so it builds its world inside. Every option has a variable
/// `GCDCHECK_…` that beats it. An error that the body throws is a finding (GCD501), and so is a failing
/// assertion. Outside a test host a finding is printed and ends the process with 1.
///
/// - Parameters:
///   - schedules: How many schedules to run at most; fewer when there are no more. Nil = as `options` say.
///   - seed: Which exploration; nil = as `options` say, which derive it from the test's id.
///   - strategy: How schedules are chosen; nil = as `options` say.
///   - options: Everything else.
///   - fileID: Where the call is; not to be given.
///   - filePath: Likewise.
///   - line: Likewise.
///   - column: Likewise.
///   - body: What is explored.
public func withDeterministicScheduling(
  schedules: Int? = nil, seed: UInt64? = nil, strategy: Strategy? = nil,
  options: ExplorationOptions = ExplorationOptions(), fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column, _ body: () throws -> Void
) {
  let options = options.with(schedules, seed, strategy, CallerLocation(fileID, filePath, line, column))
  ControlledTest(options, in: .current).runWithoutSkipping(body)
}

/// The same for an `async` body.
///
/// The body may await what it likes: other functions, child tasks, `fulfillment(of:)`, `Task.sleep`, an
/// actor, a continuation that a block resumes. It is an ordinary task of the default executor; the jobs of
/// all tasks are blocks of Dispatch, in virtual time, and their order is explored, as are hops between
/// actors. A continuation that nothing can resume any more is a finding (GCD107). The main actor is served
/// as after `dispatchMain()`, unless the options' `bodyHost` says otherwise.
public func withDeterministicScheduling(
  schedules: Int? = nil, seed: UInt64? = nil, strategy: Strategy? = nil,
  options: ExplorationOptions = ExplorationOptions(), isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column, _ body: () async throws -> Void
) async {
  var options = options.with(schedules, seed, strategy, CallerLocation(fileID, filePath, line, column))
  if options.bodyHost == nil { options.bodyHost = .served }
  let test = ControlledTest(options, in: .current)
  #if os(Linux) && !GCDCHECK_OTHER_PLATFORM
  AsyncBody.lend(body) { test.runWithoutSkipping($0) }
  #else
  await test.runOnce(body)
  #endif
}

extension ExplorationOptions {
  /// The options of one call: what it says besides them goes first.
  func with(
    _ schedules: Int?, _ seed: UInt64?, _ strategy: Strategy?, _ location: CallerLocation = .unknown
  ) -> ExplorationOptions {
    var result = self
    if let schedules { result.schedules = schedules }
    if let seed { result.seed = seed }
    if let strategy { result.strategy = strategy }
    result.location = location
    return result
  }
}

extension CallerLocation {
  init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
    self.init(
      fileID: "\(fileID)", filePath: "\(filePath)", line: Int(clamping: line), column: Int(clamping: column))
  }
}
