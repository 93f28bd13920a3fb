// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDRuntime
import GCDSchedule

/// Jobs of a search through all orders that are worked off at once.
///
/// A run follows from the one before it in its job, so that each job has one process at a time.
struct SearchJobsAhead {
  fileprivate struct Running {
    var builder: SearchedPart.Builder
    var search: ExhaustiveSearch
    /// The request for its next run.
    var id = 0
    var unknown: [RuntimePart] = []
  }

  /// By number.
  fileprivate var running: [Int: Running] = [:]
  fileprivate var done: [Int: (part: SearchedPart, unknown: [RuntimePart])] = [:]
  /// Jobs with a run that has to be looked into where it is made.
  fileprivate var left: Set<Int> = []

  fileprivate mutating func forget(before number: Int) {
    running = running.filter { $0.key >= number }
    done = done.filter { $0.key >= number }
    left = left.filter { $0 >= number }
  }
}

extension ForkServerExecutor {
  /// Jobs for each process: another one is ready when it is done with a run.
  private static let jobsForEach = 2

  package func part(of split: SplitSearch) -> SearchedPart? {
    let mayShare =
      pool.width > 1 && split.issuedCount > 1 && !executesOneAtATime && !isAlone
      && numbered.options.showOutput != .all && !isStopped
    let number = split.number(at: 0)
    jobsAhead.forget(before: mayShare ? number : .max)
    if !mayShare { return nil }
    setLimit(holds: true)
    do throws(ProgramProblem) {
      while true {
        if let made = jobsAhead.done.removeValue(forKey: number) {
          note(made.unknown)
          return made.part
        }
        if jobsAhead.left.contains(number) { return nil }
        try begin(split)
        let ids = Set(jobsAhead.running.values.map(\.id))
        if let completed = try pool.takeFirst(of: ids) { try take(completed) }
      }
    } catch {
      if case .cut = error {} else { failure = error }
      return nil
    }
  }

  package func count(_ execution: RemoteExecution) {}

  /// Begins as many jobs as keep the processes busy.
  private func begin(_ split: SplitSearch) throws(ProgramProblem) {
    var place = 0
    while jobsAhead.running.count < pool.width * Self.jobsForEach, place < split.issuedCount {
      let number = split.number(at: place)
      if jobsAhead.running[number] == nil, jobsAhead.done[number] == nil, !jobsAhead.left.contains(number) {
        let job = split.job(at: place)
        try proceed(with: SearchJobsAhead.Running(builder: SearchedPart.Builder(job), search: job.search))
      }
      place += 1
    }
  }

  /// Asks for the next run of a job.
  private func proceed(with job: SearchJobsAhead.Running) throws(ProgramProblem) {
    let number = job.builder.job.runsBefore + job.builder.count + 1
    let isLookedAt = ExplorationCoverage.looksAt(number, steps: numbered.profile.steps)
    var request = ExecutionRequest(
      .searched(number), width: numbered.options.poolLimit.rawValue, isLookedAt ? .sample : [])
    request.mayBeCut = true
    var job = job
    job.id = try submit(request, in: job.search).id
    jobsAhead.running[job.builder.job.number] = job
  }

  private func take(_ completed: ForkServerProcess.Completed) throws(ProgramProblem) {
    guard let number = jobsAhead.running.first(where: { $0.value.id == completed.id })?.key,
      var job = jobsAhead.running.removeValue(forKey: number)
    else { return }
    // What nothing repeats is seen only where it is looked into at once.
    guard let outcome = completed.outcome, let search = outcome.search, outcome.findings == nil,
      !outcome.result.traits.contains(.sawOutsideEvent)
    else {
      jobsAhead.left.insert(number)
      return
    }
    for part in outcome.unknownParts ?? [] where !job.unknown.contains(part) { job.unknown.append(part) }
    job.search = search
    job.builder.add(outcome, search)
    if job.builder.isOver(search) {
      jobsAhead.done[number] = (job.builder.part(search), job.unknown)
    } else {
      try proceed(with: job)
    }
  }
}
#endif
