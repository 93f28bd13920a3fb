// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDRuntime
import GCDSchedule

/// What one run takes from its corpus, and adds to it.
struct CorpusSession {
  private let folder: CorpusFolder
  private var drafts: [CorpusSubject.Key: Draft] = [:]
  private var notes: [SummaryNote] = []
  /// Files whose lines have been complained about.
  private var read: Set<String> = []
  private var problem: CommandError?

  /// What a test was begun with.
  private struct Draft {
    var plan: CorpusPlan
    var before: ProgramCoverage
    /// The schedules of the plan from this one on are those of other programs.
    var new: Int
  }

  /// Nil where no corpus is asked for.
  ///
  /// - Throws: `CommandError` for a path that is no folder.
  init?(_ request: ExplorationRequest) throws {
    guard let name = request.corpus else { return nil }
    folder = try CorpusFolder(name)
  }

  // MARK: The beginning

  /// What a test begins with.
  ///
  /// - Throws: `CommandError` where the corpus cannot be read.
  mutating func plan(_ subject: CorpusSubject) throws -> CorpusPlan {
    var complaints: [SummaryNote] = []
    let content = try folder.content(of: subject.file) {
      complaints.append(.savedScheduleUnreadable(entry: $0, reason: $1))
    }
    if read.insert(subject.file).inserted { notes += complaints }
    let draft = CorpusSession.draft(of: subject, content.tests[subject.test] ?? [:])
    drafts[subject.key] = draft
    return draft.plan
  }

  private static func draft(of subject: CorpusSubject, _ programs: [UInt64: ProgramCoverage]) -> Draft {
    let own = programs[subject.program] ?? ProgramCoverage()
    let failing = own.failures.values.sorted(by: ProgramCoverage.isLess).uniqued.map {
      CorpusPlan.Replay($0, isFailing: true)
    }
    let known = own.tokens
    var rest = programs.filter { $0.key != subject.program }.flatMap { _, other in
      other.tokens.map { token in
        Candidate(
          token: token, failed: other.failures.values.contains(token),
          hasPairs: other.conflictPairs.values.contains(token), generation: other.generation)
      }
    }
    rest.removeAll { known.contains($0.token) || own.tried.contains(SavedSession.hash(of: $0.token)) }
    // Those that went wrong are all run, of the others no more than half of what is asked for.
    let (failed, others) = (rest.filter(\.failed).sorted(), rest.filter { !$0.failed }.sorted())
    let new = failed.map(\.token).uniqued + others.map(\.token).uniqued.prefix(max(1, subject.schedules / 2))
    let explored = subject.mayLeaveOut ? own.explored[subject.course] : nil
    let plan = CorpusPlan(
      replays: failing + new.uniqued.map { CorpusPlan.Replay($0) },
      checks: subject.mayLeaveOut ? own.checks[subject.course] ?? [:] : [:],
      explored: explored ?? ScheduleNumbers(), orders: Set(own.orders.keys),
      conflictPairs: Set(own.conflictPairs.keys))
    return Draft(plan: plan, before: own, new: failing.count)
  }

  /// A schedule of another program.
  private struct Candidate: Comparable {
    var token: String
    var failed: Bool
    var hasPairs: Bool
    var generation: Int

    static func < (one: Candidate, other: Candidate) -> Bool {
      if one.generation != other.generation { return one.generation > other.generation }
      if one.hasPairs != other.hasPairs { return one.hasPairs }
      return ProgramCoverage.isLess(one.token, other.token)
    }
  }

  // MARK: The end

  /// Adds what a test has reached; what is to be said about it comes back.
  mutating func take(_ yield: CorpusYield, of subject: CorpusSubject) -> [SummaryNote] {
    guard let draft = drafts.removeValue(forKey: subject.key) else { return [] }
    let numbers = ScheduleNumbers(yield.explored) ?? ScheduleNumbers()
    var gained = ProgramCoverage()
    for reached in yield.reached {
      if let order = reached.order { gained.orders[order] = reached.token }
      for pair in reached.conflictPairs { gained.conflictPairs[pair] = reached.token }
    }
    for failure in yield.failures { gained.failures[failure.fingerprint] = failure.token }
    let tried = draft.plan.replays.indices.filter { $0 >= draft.new && $0 < yield.replayed }
    gained.tried = Set(tried.map { SavedSession.hash(of: draft.plan.replays[$0].token) })
    if subject.mayLeaveOut, !yield.isUnsure {
      gained.explored[subject.course] = numbers
      gained.checks[subject.course] = yield.checks
    }
    do {
      try folder.change(subject.file) { content in
        var programs = content.tests[subject.test] ?? [:]
        let newest = programs.filter { $0.key != subject.program }.values.map(\.generation).max()
        gained.generation = programs[subject.program]?.generation ?? newest.map { $0 + 1 } ?? 0
        if yield.isChanged, yield.replayed == draft.plan.replays.count { programs[subject.program] = nil }
        content.tests[subject.test] = programs
        var addition = CorpusContent()
        addition.tests[subject.test] = [subject.program: gained]
        content.formUnion(addition)
        content.dropOldPrograms(of: subject.test)
      }
    } catch {
      problem = problem ?? error as? CommandError ?? .toolFailed("\(error)")
    }
    var figures = CorpusFigures(folder: folder.name)
    figures.replayed = yield.replayed + yield.checked
    figures.replayedAsNew = tried.count
    figures.repeated = draft.plan.explored.shared(with: numbers)
    figures.fresh = numbers.count - figures.repeated
    figures.partialOrders = gained.orders.keys.count(where: draft.before.isKept) << draft.before.level
    figures.conflictPairs = gained.conflictPairs.count
    figures.isEstimate = draft.before.level > 0
    if yield.isChanged { figures.changed = [subject.name] }
    if yield.isUnsure { figures.unsure = [subject.name] }
    defer { notes = [] }
    return notes + [.corpus(figures)]
  }

  /// - Throws: `CommandError` where something could not be written.
  func requireWritten() throws {
    if let problem { throw problem }
  }
}

extension Sequence<String> {
  /// Each once, where it comes first.
  fileprivate var uniqued: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
