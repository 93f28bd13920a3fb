// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDRuntime
import GCDSchedule
import GCDVocabulary

/// Executes the schedules of a program, each in a process of its own that one of its serving processes forks.
///
/// Schedules that are known by their numbers are executed ahead of their turn, as many at once as there are
/// serving processes.
package final class ForkServerExecutor: Executor {
  let pool: ForkServerPool
  let wording: FrameworkMessage?
  package let traits: ExecutorTraits
  package var numbered: NumberedRequests {
    didSet { pool.profile = numbered.profile.steps > 0 ? numbered.profile : nil }
  }
  package var search: OpenSearch?
  package var progressPoll: ((_ isLate: Bool) -> Bool)?
  /// Why nothing can be executed any more.
  package internal(set) var failure: ProgramProblem?
  package private(set) var unknownParts: [RuntimePart] = []

  /// The open execution.
  var last = OpenExecution()
  private var deadline: ContinuousClock.Instant?
  /// Schedules that were asked for ahead of their turn, by their numbers.
  private var ahead: [Int: Submitted] = [:]
  /// The first number that has not been asked for.
  private var next = 1
  /// Something outside has a part in this program: a schedule may not come out again, so what each one prints
  /// is kept until it is looked at.
  private var recordsAll = false

  /// Jobs of a search that are worked off ahead of their turn.
  var jobsAhead = SearchJobsAhead()

  struct Submitted {
    var id: Int
    var request: ExecutionRequest
    var output: ScheduleOutput?
    var isShared: Bool
  }

  /// Schedules have been seen to disturb each other.
  private(set) var executesOneAtATime = false
  /// What a program does before its first choice is done once for many schedules.
  private var sharesPrologues: Bool
  /// Of the last schedule of the exploration, not counting those that look into what it has shown.
  private var exploredByCopy = false
  /// A schedule that looks wrong is executed once more, also when the time is over.
  private(set) var isAlone = false

  /// Schedules that are executed ahead of their turn, at most.
  private static let mostAhead = 256

  /// - Parameters:
  ///   - loaded: the program, where it has been loaded already.
  ///   - jobs: processes that execute schedules at once.
  ///   - command: how the user called the tool, for replay lines.
  ///   - wording: says more about a program that failed by itself.
  /// - Throws: `ProgramProblem` when the program cannot be run under control.
  package init(
    _ program: TargetProgram, loaded: LoadedProgram? = nil, _ options: ExplorationOptions,
    allowedStatuses: [Int32] = [], jobs: Int, command: String, wording: FrameworkMessage? = nil
  ) throws(ProgramProblem) {
    self.wording = wording
    // A process takes a thousand times longer than a body, and the order of a longer schedule is too much to
    // send to and fro.
    var traits = ExecutorTraits(
      sharesProcess: false,
      shrinking: ShrinkingLimits(runs: 100, runsInAll: 500, stepsOfOne: 20_000, steps: 1_000_000))
    traits.target = .process(command: [program.words.first ?? program.path] + program.words.dropFirst())
    traits.command = command
    traits.searchLimit = 50
    self.traits = traits
    // Where its input is read up to is one place for all copies of a process.
    sharesPrologues = program.input == nil && DebuggerStop.asked == nil
    numbered = NumberedRequests(options, traits)
    let setup = Setup(
      version: ProcessProtocol.version, options: ProgramOptions(options, allowedStatuses: allowedStatuses),
      input: program.input, folder: program.folder)
    // A user who looks at a schedule in a debugger takes time.
    let externalTimeout: Int32 = DebuggerStop.asked == nil ? 120_000 : -1
    pool = try ForkServerPool(
      loaded ?? LoadedProgram(program, options), program.words, setup, jobs: jobs,
      timeoutMilliseconds: externalTimeout)
    pool.progressPoll = { [unowned self] isLate in self.progressPoll?(isLate) ?? true }
  }

  // MARK: Executing

  package func startClock(_ limit: Duration?) { deadline = limit.map { .now + $0 } }
  package var isOutOfTime: Bool { deadline.map { .now >= $0 } ?? false }
  package var isStopped: Bool { failure != nil || pool.isInterrupted }

  package func execute(_ request: ExecutionRequest) -> ExecutionResult {
    if isStopped { return .cut(steps: -1) }
    setLimit(holds: request.mayBeCut && !isAlone)
    var waiting: Int?
    do throws(ProgramProblem) {
      let submitted = try submitted(request)
      waiting = submitted.id
      var completed: ForkServerProcess.Completed?
      while completed == nil {
        try submitAhead(of: request)
        completed = try pool.take(submitted.id)
      }
      last = OpenExecution(completed!, submitted.request, submitted.output)
      last.isShared = submitted.isShared
      if request.mayBeCut { exploredByCopy = submitted.isShared }
    } catch {
      if case .cut = error {} else { failure = error }
      return .cut(steps: waiting.flatMap(pool.steps) ?? -1)
    }
    if request.schedule.isFirst { recordsAll = last.result.traits.contains(.sawOutsideEvent) }
    note(last.outcome?.unknownParts)
    if let search, let made = last.outcome?.search { search.search = made }
    return last.result
  }

  func note(_ unknown: [RuntimePart]?) {
    for part in unknown ?? [] where !unknownParts.contains(part) { unknownParts.append(part) }
  }

  package func executeAlone(_ request: ExecutionRequest) -> ExecutionResult? {
    let isDisturbed = pool.hasSeveral && !executesOneAtATime
    if !isDisturbed && !exploredByCopy || isStopped { return nil }
    // A process of its own has been compared with a copy already, and differed.
    if exploredByCopy, !last.isShared { sharesPrologues = false }
    let before = last.result
    setLimit(holds: false)
    do throws(ProgramProblem) {
      try pool.rest()
    } catch {
      if case .cut = error {} else { failure = error }
      return .cut(steps: -1)
    }
    isAlone = true
    defer { isAlone = false }
    // What came from outside may not come at once.
    let attempts = before.traits.isDisjoint(with: [.sawOutsideEvent, .isOnce]) ? 1 : 3
    var alone = execute(request)
    for _ in 1..<attempts where alone.fingerprint == nil && !alone.end.isCut { alone = execute(request) }
    let isAsBefore =
      before.fingerprint == nil ? alone.traceHash == before.traceHash : alone.fingerprint != nil
    if !isAsBefore, !alone.end.isCut {
      executesOneAtATime = true
      sharesPrologues = false
      // Executed while others were.
      ahead = [:]
    }
    return alone
  }

  /// What was found must be reported, also when the time is over.
  func setLimit(holds: Bool) {
    pool.deadline = holds ? deadline : nil
    pool.isLate = holds ? nil : deadline
  }

  /// Asks for a schedule, if that has not been done ahead of its turn.
  private func submitted(_ request: ExecutionRequest) throws(ProgramProblem) -> Submitted {
    if case .numbered(let number) = request.schedule, request.mayBeCut,
      let submitted = ahead.removeValue(forKey: number)
    {
      return submitted
    }
    return try submit(request)
  }

  func submit(
    _ asked: ExecutionRequest, in search: ExhaustiveSearch? = nil
  ) throws(ProgramProblem) -> Submitted {
    let search = search ?? self.search?.search
    var request = asked
    if request.context == nil {
      request.context = RequestContext(numbered.context(request.schedule.number, request.schedule, nil))
    }
    let output = isRecorded(request) ? recorder(of: request) : nil
    if output == nil { request.records.remove(.words) }
    let isShared = mayBeginAtFirstChoice(request) && output == nil
    let id = try pool.submit(
      request, search: search, output: output?.path, mayBeginAtFirstChoice: isShared)
    return Submitted(id: id, request: request, output: output, isShared: isShared)
  }

  /// Whether nothing before the first choice of the schedule depends on its request.
  private func mayBeginAtFirstChoice(_ request: ExecutionRequest) -> Bool {
    guard case .numbered(let number) = request.schedule, sharesPrologues, !isAlone else { return false }
    return number > 0 && request.mayBeCut && !request.showsOutput && search == nil
      && request.width == numbered.request(number).width
      && request.records.isSubset(of: [.token, .patterns, .sample, .profile])
  }

  private func isRecorded(_ request: ExecutionRequest) -> Bool {
    if request.records.contains(.words) { return true }
    // As the first time where it is repeated, so that its process finds the same request.
    if request.schedule.isFirst { return !numbered.request(0).showsOutput }
    guard case .numbered = request.schedule else { return false }
    return request.mayBeCut && recordsAll
  }

  /// Takes what a schedule prints that no user is to see, where words may come of it.
  private func recorder(of request: ExecutionRequest) -> ScheduleOutput? {
    wording == nil || request.showsOutput ? nil : ScheduleOutput()
  }

  /// Keeps the serving processes busy with the schedules behind one.
  private func submitAhead(of request: ExecutionRequest) throws(ProgramProblem) {
    guard case .numbered(let number) = request.schedule, number > 0, request.mayBeCut, !isAlone,
      !executesOneAtATime
    else { return }
    next = max(next, number + 1)
    while ahead.count < ForkServerExecutor.mostAhead, pool.hasRoom {
      guard let following = numbered.next(after: next - 1) else { return }
      ahead[following] = try submit(numbered.request(following))
      next = following + 1
    }
  }

  /// Executes what is next to the exploration; the open execution stays as it is.
  func perform(_ request: ExecutionRequest, _ output: ScheduleOutput?) -> RemoteExecution? {
    setLimit(holds: false)
    do throws(ProgramProblem) {
      return try pool.perform(request, output: output?.path).outcome
    } catch {
      if case .cut = error {} else { failure = error }
      return nil
    }
  }

  package var hasDetails: Bool { true }

  package func close() -> Bool {
    defer { last.isOpen = false }
    return last.isOpen && last.result.end.kind == .dead
  }

  package func end() { pool.end() }
}

extension ExecutionRequest.Schedule {
  /// Of the schedule that findings name.
  var number: Int {
    switch self {
    case .numbered(let number), .searched(let number), .directed(_, _, let number): number
    case .replayed, .shrunk, .taking, .sampled: 0
    }
  }

  /// The one that the profile is made of.
  var isFirst: Bool {
    if case .numbered(0) = self { true } else { false }
  }
}
#endif
