// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule

/// A job of a search that was worked off ahead of its turn.
package struct SearchedPart: Sendable, Codable {
  package let number: Int
  /// The runs, as text.
  private let runs: String
  /// Runs that repeat another one, by their places.
  private let repetitions: [Int]
  /// Tokens of runs that may have to be looked into, with the places of these.
  private let tokens: [Token]
  /// At the end of the job, as `endOfPart` says it.
  package let search: ExhaustiveSearch

  struct Token: Sendable, Codable {
    var place: Int
    var text: String
  }

  /// One run.
  struct Run {
    var execution: RemoteExecution
    var token: ScheduleToken?
    var isRepetition = false
  }

  /// All runs; nil where they are damaged.
  var allRuns: [Run]? {
    guard var all = RemoteExecution.executions(runs)?.map({ Run(execution: $0) }) else { return nil }
    for place in repetitions where all.indices.contains(place) { all[place].isRepetition = true }
    for token in tokens where all.indices.contains(token.place) {
      all[token.place].token = try? ScheduleToken(parsing: token.text)
    }
    return all
  }

  /// Takes up the runs of a job one by one.
  package struct Builder {
    package let job: SearchJob
    private var executions: [RemoteExecution] = []
    private var repetitions: [Int] = []
    private var tokens: [Token] = []
    private var steps = 0
    private var failures: Set<UInt64> = []
    private var mostWorkers = 0
    private var threadChecks = 0
    private var hasChangedObjects = false

    package init(_ job: SearchJob) { self.job = job }

    package var count: Int { executions.count }

    /// Whether the job has no further run.
    package func isOver(_ search: ExhaustiveSearch) -> Bool {
      job.isOver(search, runs: executions.count, steps: steps)
    }

    /// Takes up the next run.
    ///
    /// - Parameter search: after it.
    package mutating func add(_ execution: RemoteExecution, _ search: ExhaustiveSearch) {
      if search.isRepetition { repetitions.append(executions.count) }
      if deserves(execution.result), let token = execution.token {
        tokens.append(Token(place: executions.count, text: token.description))
      }
      steps += execution.result.steps
      var execution = execution
      execution.search = nil
      execution.token = nil
      executions.append(execution)
    }

    /// As long as no run of the job has shown the same: the explorer looks into no others.
    private mutating func deserves(_ result: ExecutionResult) -> Bool {
      var deserves = false
      if let fingerprint = result.fingerprint, failures.insert(fingerprint).inserted { deserves = true }
      if result.demand.workers > mostWorkers {
        mostWorkers = result.demand.workers
        deserves = true
      }
      if result.demand.threads > 0, threadChecks < SearchedPart.mostThreadChecks {
        threadChecks += 1
        deserves = true
      }
      if result.has(.changedExternalObjects), !hasChangedObjects {
        hasChangedObjects = true
        deserves = true
      }
      return deserves
    }

    package func part(_ search: ExhaustiveSearch) -> SearchedPart {
      SearchedPart(
        number: job.number, runs: RemoteExecution.text(executions), repetitions: repetitions, tokens: tokens,
        search: search.endOfPart)
    }
  }

  /// Whether the explorer may look into a run, and needs its token for that.
  package static func mayBeLookedInto(_ result: ExecutionResult) -> Bool {
    result.fingerprint != nil || !result.demand.isEmpty || result.has(.changedExternalObjects)
  }

  /// Schedules that are executed again with a single thread for Swift tasks, at most.
  static let mostThreadChecks = 16
}
