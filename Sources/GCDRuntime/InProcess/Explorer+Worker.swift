// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDModel
import GCDReport
import GCDSchedule

/// The executions that a helping process makes for an exploration.
extension Explorer {
  /// Runs the schedules that the leader asks for.
  mutating func help(_ next: () -> Range<Int>?, _ tell: (WorkerExecution) -> Void) {
    _ = measure()
    while let numbers = next() {
      for number in numbers where number > 0 && options.owns(number) {
        guard let run = ahead(number) else { return }
        tell(run)
      }
    }
  }

  /// Nil where the user wants to stop.
  private mutating func ahead(_ number: Int) -> WorkerExecution? {
    var request = numbered.request(number)
    request.mayBeCut = false
    let result = executor.execute(request)
    if result.end.isCut {
      close()
      return nil
    }
    var run = WorkerExecution(number: number, traceHash: result.traceHash, steps: result.steps)
    run.isReproducibleBySchedule = result.has(.isReproducibleBySchedule)
    run.isSpecial = result.has(.changedExternalObjects)
    run.fingerprint = result.fingerprint
    run.workers = result.crowd
    if looksAt(number) { run.sample = executor.sample }
    run.isDead = executor.close()
    if run.isDead { exploration.abandonedExecutions += 1 }
    return run
  }
}
#endif
