// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDRuntime

/// One call of the public face: its options, and the test that it was made in.
struct ControlledTest {
  let host: TestHost
  /// As the source asks for it; the environment is laid over it when the run starts.
  let source: ExplorationOptions

  /// To be made on the caller's own thread and task.
  init(_ options: ExplorationOptions, in host: TestHost) {
    self.host = host
    source = options
  }
}

#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
extension ControlledTest {
  /// Explores the body and records what came out.
  ///
  /// - Returns: What a schedule has thrown in order to skip the test, which only some callers can do.
  func run(_ body: () throws -> Void) -> (any Error)? {
    if ControlledBody.isRunning {
      host.recordInside(nestedRun, at: source.location)
      return nil
    }
    var options = source
    let test = host.testID(calledAt: source.location)
    options.testID = host.callsAreOrdered ? CallCounter.shared.nextID(of: test) : test
    options = ProcessEnvironment.current.applied(to: options) { ProcessEnvironment.randomSeed }
    ProcessReports.prepare()
    if options.replay == nil, host.isTest {
      options.regressions = RegressionFile(test: options.testID, save: options.save)
      // Then the schedules are for attachments alone.
      options.keepsErrors = options.regressions == nil
    }
    var skip: (any Error)?
    switch explored(options, &skip, body) {
    case .success(var exploration):
      exploration.save(to: options.regressions)
      if !host.callsAreOrdered { exploration.forgiveOtherCases() }
      if let difference = exploration.divergence {
        host.record(.diverged(difference), at: source.location)
      }
      let known = host.record(exploration.findings, at: source.location)
      let ended = ProcessSummary.add(exploration, known: known, of: options)
      host.attach(exploration, of: options)
      if ended.outcome == .hardlyTried {
        host.recordHardlyTried(ended, isFailure: options.strict || ended.isUnfinished, at: source.location)
      }
    case .failure(let problem):
      host.record(problem.notice(at: source.location), at: source.location)
    }
    return skip
  }

  /// The same for a caller that cannot skip the test: says so.
  func runWithoutSkipping(_ body: () throws -> Void) {
    if let skip = run(body) { announce(skip) }
  }

  private func announce(_ skip: any Error) {
    let test = host.testID(calledAt: source.location)
    ProcessOutput.aside(Notice.skipped(test: test, String(describing: skip)).text)
  }

  /// Explores the body and returns what came out, as a value.
  func explore(_ body: () throws -> Void) -> Exploration {
    if ControlledBody.isRunning {
      host.recordInside(nestedRun, at: source.location)
      return Exploration()
    }
    var options = source
    if options.seed == nil { options.seed = seedOfTest(host.testID(calledAt: source.location)) }
    var environment = ProcessEnvironment.current
    // A replay request names a test; this is a value inside one.
    environment.replay = nil
    options = environment.applied(to: options) { ProcessEnvironment.randomSeed }
    var skip: (any Error)?
    let result = explored(options, &skip, body)
    if let skip { announce(skip) }
    switch result {
    case .success(let exploration): return exploration
    case .failure(let problem):
      ProcessOutput.aside(problem.notice(at: source.location).text)
      endProcess(with: .toolFailed)
    }
  }

  private func explored(
    _ options: ExplorationOptions, _ skip: inout (any Error)?, _ body: () throws -> Void
  ) -> Result<Exploration, ControlProblem> {
    var options = options
    if options.bodyHost == nil { options.bodyHost = .ofCaller }
    return host.withholding { failures, enclosure in
      ControlledBody.explore(options, enclosure: host.beginningAfresh(enclosure), failures: failures.take) {
        do { try body() } catch  where failures.alreadyTell(of: error) {
          // The assertion that threw it says more.
        } catch  where DeferredFailures.isSkip(error) {
          skip = error
        }
      }
    }
  }

  private var nestedRun: Notice { .nestedRun(place: source.location.programID) }
}
#else
extension ControlledTest {
  /// Runs the body as it is, once, on the real library.
  func runWithoutSkipping(_ body: () throws -> Void) {
    Platform.announceOnce()
    do { try body() } catch { recordThrown(error) }
  }

  /// Runs an `async` body as it is, once, on the real library.
  func runOnce(_ body: () async throws -> Void, isolation: isolated (any Actor)? = #isolation) async {
    Platform.announceOnce()
    do { try await body() } catch { recordThrown(error) }
  }

  /// Runs the body as it is; the value says that nothing was explored.
  func explore(_ body: () throws -> Void) -> Exploration {
    Platform.announceOnce()
    do { try body() } catch { ProcessOutput.aside(Notice.thrown(String(describing: error)).text) }
    var exploration = Exploration()
    exploration.schedulesRun = 1
    exploration.distinctSchedules = 1
    exploration.notes = [.notControlled]
    return exploration
  }

  private func recordThrown(_ error: any Error) {
    host.record(.thrown(String(describing: error)), at: source.location)
  }
}
#endif
