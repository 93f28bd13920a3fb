// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM

/// Takes the schedules of a body from worker processes, which execute them ahead of their turn, as far as the
/// result says all that is asked for; executes all others in this process.
final class WorkerPoolExecutor: InProcessExecutor {
  private let ask: (_ number: Int, _ steps: Int) -> RemoteExecution?
  /// What a worker has made of the request that was executed last.
  private var remote: RemoteExecution?

  init(
    _ engine: Engine, _ options: ExplorationOptions, probe: FailureProbe?, body: BodyOutcome,
    ask: @escaping (_ number: Int, _ steps: Int) -> RemoteExecution?
  ) {
    self.ask = ask
    super.init(engine, options, probe: probe, body: body)
  }

  override func execute(_ request: ExecutionRequest) -> ExecutionResult {
    remote = nil
    if case .numbered(let number) = request.schedule, number > 0, request.records.isSubset(of: .sample) {
      remote = ask(number, numbered.profile.steps)
    }
    return remote?.result ?? super.execute(request)
  }

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
  ///   - next: asked for the numbers that come next; nil = there are none.
  ///   - send: hands on what came of each.
  func work(_ next: () -> [Int]?, _ send: (RemoteExecution) -> Void) {
    // The first schedule is executed for its length alone, and since what is made once per process is there
    // afterwards.
    if execute(numbered.request(0)).end.isCut { return }
    numbered = NumberedRequests(numbered, profile: profile)
    var abandoned = close() ? 1 : 0
    while let numbers = next() {
      for number in numbers {
        var request = numbered.request(number)
        request.mayBeCut = false
        if abandoned == traits.mostAbandonedExecutions { return }
        let result = execute(request)
        if result.end.isCut {
          _ = close()
          return
        }
        var execution = RemoteExecution(result)
        if request.records.contains(.sample) { execution.sample = sample }
        execution.isAbandoned = close()
        if execution.isAbandoned { abandoned += 1 }
        send(execution)
      }
    }
  }
}
#endif
