// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDSchedule

/// One exploration that other processes make shorter.
extension Explorer {
  /// Takes a schedule for run that another process has run; nil where it is to be run here. Otherwise,
  /// whether exploring goes on.
  mutating func take(_ number: Int) -> Bool? {
    guard case .leads(let ask)? = team, number > 0, !NumberedRequests.isRepeated(number),
      let run = ask(number, profile.steps), isOrdinary(run), !looksForPatterns(number)
    else { return nil }
    exploration.schedulesRun += 1
    exploration.steps += run.steps
    counter.add(run.traceHash)
    if let sample = run.sample { cover(number, sample) }
    note(run.traceHash)
    if run.isDead { exploration.abandonedExecutions += 1 }
    if !proof.isGivenUp, !run.isReproducibleBySchedule { abandonExhaustiveAttempt() }
    return !tooManyAbandonedExecutions() && goesOn(after: number)
  }

  /// Whether a run leaves nothing to be done but to count it.
  private func isOrdinary(_ run: WorkerExecution) -> Bool {
    if run.isSpecial { return false }
    if let fingerprint = run.fingerprint, !seenFailures.contains(fingerprint) { return false }
    return run.isDead || run.workers <= mostWorkers
  }
}
#endif
