// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule

/// A job of a search that was worked off ahead of its turn.
package struct SearchedPart: Sendable, WordCoded {
  package let number: Int
  /// The runs, as `RemoteExecution` writes them.
  private let runs: [UInt64]
  /// Runs that repeat another one, by their places.
  private let repetitions: [Int]
  /// Tokens of runs that may have to be looked into, with the places of these.
  private let tokens: [Token]
  /// At the end of the job, as `endOfPart` says it.
  package let search: ExhaustiveSearch

  struct Token: Sendable {
    var place: Int
    var text: String
  }

  private init(number: Int, runs: [UInt64], repetitions: [Int], tokens: [Token], search: ExhaustiveSearch) {
    self.number = number
    self.runs = runs
    self.repetitions = repetitions
    self.tokens = tokens
    self.search = search
  }

  /// One run.
  struct Run {
    var execution: RemoteExecution
    var token: ScheduleToken?
    var isRepetition = false
  }

  /// Reads the runs one by one: an array of them would take longer to make than to count.
  struct Runs {
    private var reader: WordReader
    private var repetitions: ArraySlice<Int>
    private var tokens: ArraySlice<Token>
    private var place = 0

    init(of part: SearchedPart) {
      reader = WordReader(part.runs)
      repetitions = part.repetitions[...]
      tokens = part.tokens[...]
    }

    var isAtEnd: Bool { reader.isAtEnd }

    /// Nil where the runs are damaged.
    mutating func next() -> Run? {
      guard let execution = RemoteExecution(&reader) else { return nil }
      var run = Run(execution: execution)
      if repetitions.first == place {
        run.isRepetition = true
        repetitions.removeFirst()
      }
      if let token = tokens.first, token.place == place {
        run.token = try? ScheduleToken(parsing: token.text)
        tokens.removeFirst()
      }
      place += 1
      return run
    }
  }

  /// Takes up the runs of a job one by one.
  package struct Builder {
    package let job: SearchJob
    private var runs: [UInt64] = []
    /// So many runs have been taken up.
    package private(set) var count = 0
    private var repetitions: [Int] = []
    private var tokens: [Token] = []
    private var steps = 0
    private var failures: Set<UInt64> = []
    private var mostWorkers = 0
    private var threadChecks = 0
    private var hasChangedObjects = false

    package init(_ job: SearchJob) { self.job = job }

    /// Whether the job has no further run.
    package func isOver(_ search: ExhaustiveSearch) -> Bool {
      job.isOver(search, runs: count, steps: steps)
    }

    /// Takes up the next run.
    ///
    /// - Parameter search: after it.
    package mutating func add(_ execution: RemoteExecution, _ search: ExhaustiveSearch) {
      if search.isRepetition { repetitions.append(count) }
      if deserves(execution.result), let token = execution.token {
        tokens.append(Token(place: count, text: token.description))
      }
      steps += execution.result.steps
      execution.write(to: &runs)
      count += 1
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
        number: job.number, runs: runs, repetitions: repetitions, tokens: tokens, search: search.endOfPart)
    }
  }

  package func write(to words: inout [UInt64]) {
    words.append(UInt64(number))
    words.append(list: repetitions.map { UInt64($0) })
    words.append(UInt64(tokens.count))
    for token in tokens {
      words.append(UInt64(token.place))
      words.append(list: token.text.utf8.map { UInt64($0) })
    }
    search.write(to: &words)
    words.append(list: runs)
  }

  package init?(_ reader: inout WordReader) {
    guard let number = reader.count(), let repetitions = reader.list(), let tokenCount = reader.count() else {
      return nil
    }
    var tokens: [Token] = []
    for _ in 0..<tokenCount {
      guard let place = reader.count(), let text = reader.list() else { return nil }
      let bytes = text.map { UInt8(truncatingIfNeeded: $0) }
      tokens.append(Token(place: place, text: String(decoding: bytes, as: UTF8.self)))
    }
    guard let search = ExhaustiveSearch(&reader), let runs = reader.list() else { return nil }
    self.init(
      number: number, runs: runs, repetitions: repetitions.compactMap { Int(exactly: $0) }, tokens: tokens,
      search: search)
  }

  /// Whether the explorer may look into a run, and needs its token for that.
  package static func mayBeLookedInto(_ result: ExecutionResult) -> Bool {
    result.fingerprint != nil || !result.demand.isEmpty || result.has(.changedExternalObjects)
  }

  /// Schedules that are executed again with a single thread for Swift tasks, at most.
  static let mostThreadChecks = 16
}
