// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDSchedule

/// Takes the schedules of a body from worker processes, which execute them ahead of their turn, as far as the
/// result says all that is asked for; executes all others in this process.
final class WorkerPoolExecutor: InProcessExecutor {
  private let lead: Lead
  /// What a worker has made of the request that was executed last.
  private var remote: RemoteExecution?

  init(
    _ engine: Engine, _ options: ExplorationOptions, probe: FailureProbe?, body: BodyOutcome,
    lead: Lead
  ) {
    self.lead = lead
    super.init(engine, options, probe: probe, body: body)
  }

  override func execute(_ request: ExecutionRequest) -> ExecutionResult {
    remote = nil
    if case .numbered(let number) = request.schedule, number > 0, request.records.isSubset(of: .sample) {
      remote = lead.ask(number, numbered.profile.steps)
    }
    return remote?.result ?? super.execute(request)
  }

  override func part(of split: SplitSearch) -> SearchedPart? { lead.part(split) }
  override func count(_ execution: RemoteExecution) { lead.count(execution) }

  override var hasDetails: Bool { remote == nil }

  override var sample: CoverageSample? {
    if let remote { return remote.sample }
    return super.sample
  }

  override func close() -> Bool { remote?.isAbandoned ?? super.close() }
}

extension InProcessExecutor {
  /// Executes schedules for the process that leads the exploration.
  ///
  /// - Parameters:
  ///   - next: asked for what comes next; nil = there is nothing more.
  ///   - send: hands on what came of each.
  func work(_ next: () -> WorkOrder?, _ send: (WorkDone) -> Void) {
    // The first schedule is executed for its length alone, and since what is made once per process is there
    // afterwards.
    if execute(numbered.request(0)).end.isCut { return }
    numbered = NumberedRequests(numbered, profile: profile)
    var abandoned = close() ? 1 : 0
    while let order = next() {
      switch order {
      case .schedules(let numbers):
        for number in numbers where !execute(number, &abandoned, send) { return }
      case .job(let job):
        guard let search = workOff(job, &abandoned, send) else {
          send(.job(nil))
          continue
        }
        send(.job(search))
      }
    }
  }

  /// False where nothing can be executed any more.
  private func execute(_ number: Int, _ abandoned: inout Int, _ send: (WorkDone) -> Void) -> Bool {
    if abandoned == traits.mostAbandonedExecutions { return false }
    return execute(numbered.request(number), &abandoned) { send(.schedule($0)) }
  }

  /// Makes the runs of a job; nil where it cannot be worked off to its end.
  private func workOff(
    _ job: SearchJob, _ abandoned: inout Int, _ send: (WorkDone) -> Void
  ) -> ExhaustiveSearch? {
    let open = OpenSearch(job.search)
    // Each job says all that it has reached: the one before may not count.
    reading.forgetPairs()
    var made = 0
    var steps = 0
    repeat {
      if abandoned == traits.mostAbandonedExecutions { return nil }
      let isLookedAt = ExplorationCoverage.looksAt(job.runsBefore + made + 1, steps: numbered.profile.steps)
      search = open
      defer { search = nil }
      let request = ExecutionRequest(
        .searched(made + 1), width: numbered.options.poolLimit.rawValue, isLookedAt ? .sample : [])
      let isMade = execute(request, &abandoned) {
        steps += $0.result.steps
        send(.run($0, open.search))
      }
      if !isMade { return nil }
      made += 1
    } while !job.isOver(open.search, runs: made, steps: steps)
    return open.search
  }

  /// False for an execution that was cut.
  private func execute(
    _ asked: ExecutionRequest, _ abandoned: inout Int, _ send: (RemoteExecution) -> Void
  ) -> Bool {
    var request = asked
    request.mayBeCut = false
    let result = execute(request)
    if result.end.isCut {
      _ = close()
      return false
    }
    var execution = RemoteExecution(result)
    if request.records.contains(.sample) { execution.sample = sample }
    if case .searched = request.schedule, SearchedPart.mayBeLookedInto(result) { execution.token = token }
    execution.isAbandoned = close()
    if execution.isAbandoned { abandoned += 1 }
    send(execution)
    return true
  }
}
#endif
