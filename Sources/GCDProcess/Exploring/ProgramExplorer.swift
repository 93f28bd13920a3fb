// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDRuntime
import GCDSchedule
import GCDVocabulary
import Glibc

/// Runs one program under many schedules, each in a process of its own, and collects what is wrong with it.
///
/// Which schedules there are, what is found and in which order depends on the seed alone, never on how many
/// processes run at once: results are looked at in the order of the schedules' numbers.
package struct ProgramExplorer {
  let options: ExplorationOptions
  let pool: ServingPool
  private let command: String
  let observer: (Finding) -> Void
  private let progress: (ExplorationProgress) -> Bool
  private let wording: FailureWording?

  var exploration = Exploration()
  var coverage = ScheduleCoverage()
  var log: FindingLog
  var profile = RunProfile()
  var seenSuspicions: Set<UInt64> = []
  var hasCheckedPool = false
  /// What the runs of a search for a smaller schedule have to show, and until when they may go on.
  var shrinkingAim = ShrinkingAim()
  /// Schedules that ended although the program had not.
  private var idleRuns = 0
  /// Something outside has a part in this program: a schedule may not come out again, so what each one prints
  /// is kept until it is judged.
  private var recordsAll = false
  /// The schedule behind the first one that is judged next.
  var next = 0

  /// Schedules that are run a second time although they look right.
  static let repeatedSchedules: Set<Int> = [0, 1, 10, 100]

  /// - Parameters:
  ///   - command: how the user called the tool, for replay lines.
  ///   - wording: says more about a program that failed by itself.
  ///   - observer: told of each distinct finding as soon as it is made.
  ///   - progress: asked between schedules whether to go on; false = interrupted.
  /// - Throws: `ProgramProblem` when the program cannot be run under control.
  package init(
    _ program: ControlledProgram, _ options: ExplorationOptions, allowedStatuses: [Int32] = [], jobs: Int,
    command: String, wording: FailureWording? = nil, observer: @escaping (Finding) -> Void,
    progress: @escaping (ExplorationProgress) -> Bool
  ) throws(ProgramProblem) {
    self.wording = wording
    self.options = options
    self.command = command
    self.observer = observer
    self.progress = progress
    words = [program.words.first ?? program.path] + program.words.dropFirst()
    log = FindingLog(options)
    let setup = Setup(
      version: ProcessProtocol.version, options: ProgramOptions(options, allowedStatuses: allowedStatuses),
      input: program.input, folder: program.folder)
    // Somebody who looks at a schedule in a debugger takes his time.
    let patience: Int32 = DebuggerStop.asked == nil ? 120_000 : -1
    pool = try ServingPool(program, setup, jobs: jobs, patienceMilliseconds: patience)
    let shown = shown
    pool.glance = { isLate in
      var made = shown.progress
      if isLate { made.isLate = true }
      return progress(made)
    }
  }

  private let words: [String]

  private var madeProgress: ExplorationProgress {
    shown.progress = ExplorationProgress(schedules: exploration.schedulesRun, distinct: coverage.distinct)
    return shown.progress
  }

  /// What was told last, for when there is nothing new.
  private final class Shown { var progress = ExplorationProgress(schedules: 0, distinct: 0) }
  private let shown = Shown()

  // MARK: Exploring

  /// - Throws: `ProgramProblem` when the program could not be started again.
  package mutating func explore() throws(ProgramProblem) -> Exploration {
    try untilCut { explorer throws(ProgramProblem) in
      if try explorer.exploreFirst() { try explorer.exploreFurther() }
    }
    conclude()
    return exploration
  }

  /// Runs the first schedule, from which the others follow; false when exploring is to stop.
  mutating func exploreFirst() throws(ProgramProblem) -> Bool {
    var order = self.order(0)
    order.showsOutput = options.showOutput != .none
    let printed = recorder(of: order)
    let first = try completed(0, try pool.submit(order, output: printed?.path))
    recordsAll = first.outcome.map(\.sawOutsideEvent) ?? true
    exploration.choicePoints = first.outcome?.choicePoints
    profile = RunProfile(
      choicePoints: first.outcome?.choicePoints ?? 0, steps: first.outcome?.steps ?? 0,
      tasks: first.outcome?.tasks ?? 0)
    // Every shard needs the first schedule, since the others follow from how long it is.
    if options.owns(0), try judged(0, first, printed) { return false }
    next = 1
    if let outcome = first.outcome, outcome.choicePoints == 0, !outcome.mayDifferByTime {
      // Nothing was ever chosen: every schedule is this one.
      exploration.isExhaustive = true
      exploration.stopped = .exhausted
      return false
    }
    return true
  }

  /// Runs the schedules from `next` on.
  mutating func exploreFurther() throws(ProgramProblem) {
    var numbers: [Int: Int] = [:]  // of the schedules that were asked for, by request
    var results: [Int: ServingProcess.Completed] = [:]
    var outputs: [Int: ScheduleOutput] = [:]  // of those schedules, by their numbers
    var asked = next
    for number in next..<max(next, options.schedules) where options.owns(number) {
      next = number
      try pool.stopIfOver()
      _ = progress(madeProgress)
      while results[number] == nil {
        while asked < options.schedules, numbers.count + results.count < 256, pool.hasRoom {
          defer { asked += 1 }
          if !options.owns(asked) { continue }
          var order = self.order(asked)
          order.showsOutput = options.showOutput == .all
          outputs[asked] = recordsAll ? recorder(of: order) : nil
          numbers[try pool.submit(order, output: outputs[asked]?.path)] = asked
        }
        do throws(ProgramProblem) {
          if let completed = try pool.wait(), let number = numbers.removeValue(forKey: completed.id) {
            results[number] = completed
          }
        } catch {
          noteCut(number, numbers.first { $0.value == number }?.key)
          throw error
        }
      }
      guard let completed = results.removeValue(forKey: number) else { continue }
      if try judged(number, completed, outputs.removeValue(forKey: number)) { return }
    }
  }

  /// Runs exactly the schedule of a token.
  ///
  /// - Throws: `ProgramProblem` when the program could not be started again.
  package mutating func replay(_ token: ScheduleToken) throws(ProgramProblem) -> Exploration {
    var order = replayOrder(token.description, context(0, token: token.description), width: token.poolWidth)
    order.explains = true
    order.isTraced = true
    order.showsOutput = options.showOutput != .none
    var ended: ServingProcess.Completed?
    try untilCut { explorer throws(ProgramProblem) in
      ended = try explorer.completed(0, try explorer.pool.submit(order))
    }
    guard let completed = ended else {
      conclude()
      return exploration
    }
    account(completed)
    exploration.choicePoints = completed.outcome?.choicePoints
    guard let outcome = completed.outcome else {
      report(wordless(completed, 0))
      conclude()
      return exploration
    }
    exploration.trace = outcome.trace
    exploration.divergence = outcome.divergence
    if outcome.divergence == nil {
      for finding in try findings(ofReplayed: outcome, order) { report(try worded(finding, nil)) }
    }
    conclude()
    return exploration
  }

  // MARK: One schedule

  /// Looks at a schedule that is over; true when exploring is to stop.
  ///
  /// - Parameter printed: takes what the schedule has printed; nil where that was not recorded.
  mutating func judge(
    _ number: Int, _ completed: ServingProcess.Completed, _ printed: ScheduleOutput?
  ) throws(ProgramProblem) -> Bool {
    account(completed)
    exploration.course.last = number
    if number < options.beginning { exploration.course.beginning.hashes += 1 }
    guard let outcome = completed.outcome else {
      let finding = wordless(completed, number)
      return try report(worded(finding, printed.map { PrintedRun(output: $0.text) })) && !options.keepGoing
    }
    if let suspicion = outcome.suspicion, seenSuspicions.insert(suspicion).inserted {
      var stops = false
      let small = try shrunk(outcome)
      let (findings, run) = try explain(number, small?.run ?? outcome, small?.shrinking, printed)
      for finding in findings where report(try worded(finding, run)) { stops = true }
      if stops, !options.keepGoing { return true }
      if !stops, outcome.isGivenUp, !findings.isEmpty {
        // Further schedules would take as long, and end no better.
        exploration.stopped = .tooLong(steps: outcome.steps)
        return true
      }
    } else if outcome.suspicion == nil, !outcome.sawOutsideEvent,
      ProgramExplorer.repeatedSchedules.contains(number), options.schedules > 1,
      let divergence = try repeated(number, outcome)
    {
      if report(divergence), !options.keepGoing { return true }
    }
    if outcome.tooNarrowPool > 0 { return try checkPool(number, outcome) }
    return false
  }

  private mutating func account(_ completed: ServingProcess.Completed) {
    exploration.schedulesRun += 1
    // A process that died without a word has a course too, which nobody knows.
    let hash = completed.outcome?.traceHash ?? UInt64(UInt32(bitPattern: completed.status))
    exploration.steps += completed.outcome?.steps ?? 0
    coverage.insert(hash)
    if options.shard != nil { exploration.course.hashes.append(hash) }
    exploration.traceHash =
      exploration.schedulesRun == 1 ? hash : fold(exploration.traceHash, hash)
    if completed.outcome?.end == .dead { exploration.deadRuns += 1 }
    if completed.outcome?.end == .idle { idleRuns += 1 }
    for part in completed.outcome?.unknownParts ?? [] where !exploration.notes.contains(.unknownHere(part)) {
      exploration.notes.append(.unknownHere(part))
    }
  }

  /// Runs a schedule that looks wrong again, with full stacks, and returns the findings of that run, and what
  /// it printed; those of the first run where it does not come out again.
  mutating func explain(
    _ number: Int, _ outcome: ScheduleOutcome, _ shrinking: Shrinking? = nil, _ printed: ScheduleOutput? = nil
  ) throws(ProgramProblem) -> (findings: [Finding], run: PrintedRun?) {
    let first = printed.map { PrintedRun(output: $0.text) }
    if !outcome.findings.isEmpty, !outcome.sawOutsideEvent { return (outcome.findings, first) }
    var context = self.context(number, token: outcome.token)
    context.shrinking = shrinking
    var order = replayOrder(
      outcome.token, context, width: width(of: outcome),
      fairAfter: outcome.end == .stepLimit ? outcome.choicePoints / 2 : nil)
    order.explains = true
    order.showsOutput = options.showOutput != .none
    if outcome.isStarved { order.neededWorkers = try sufficientWidth(outcome) }
    let recorder = outcome.isFailure ? recorder(of: order) : nil
    order.isTraced = recorder != nil && outcome.steps <= FailureWording.mostSteps
    let second = try pool.perform(order, output: recorder?.path)
    let run = recorder.map { PrintedRun(output: $0.text, trace: second.outcome?.trace ?? []) }
    if outcome.end == .stepLimit { return (second.outcome?.findings ?? [], nil) }
    guard let again = second.outcome else {
      return outcome.sawOutsideEvent ? (outcome.findings, first) : ([wordless(second, number)], run)
    }
    if again.agrees(with: outcome) { return (again.findings, run) }
    if outcome.sawOutsideEvent { return (outcome.findings, first) }
    return try ([divergence(number, order)], nil)
  }

  /// Takes what a schedule prints that nobody is to see, where words may come of it.
  private func recorder(of order: ScheduleOrder) -> ScheduleOutput? {
    wording == nil || order.showsOutput ? nil : ScheduleOutput()
  }

  /// Runs a schedule again that looks right; a finding if it takes another course.
  private mutating func repeated(_ number: Int, _ outcome: ScheduleOutcome) throws(ProgramProblem) -> Finding?
  {
    let order = self.order(number)
    if let again = try pool.perform(order).outcome, again.agrees(with: outcome) { return nil }
    return try divergence(number, order)
  }

  /// GCD901: runs the schedule twice more, to show the first step at which two runs of it part.
  private func divergence(_ number: Int, _ asked: ScheduleOrder) throws(ProgramProblem) -> Finding {
    var order = asked
    order.isTraced = true
    let first = try pool.perform(order).outcome
    let second = try pool.perform(order).outcome
    let (expected, actual) = (first?.hashes ?? [], second?.hashes ?? [])
    let step =
      zip(expected, actual).enumerated().first { $0.element.0 != $0.element.1 }?.offset
      ?? min(expected.count, actual.count)
    func line(_ outcome: ScheduleOutcome?) -> StepLine? {
      guard let trace = outcome?.trace, trace.indices.contains(step) else { return nil }
      return trace[step]
    }
    let evidence = GCDReport.Divergence(
      at: step, expected: line(first), actual: line(second), leak: .likely(line(first), line(second)))
    var finding = Finding(
      .notDeterministic(evidence), at: evidence.actual?.location ?? evidence.expected?.location,
      context: order.context)
    if let trace = second?.trace, !trace.isEmpty {
      finding.course = Course(trace.prefix(step + 1).suffix(200).map { Course.Step($0) }, of: trace.count)
    }
    return finding
  }

  /// GCD501 for a process that died without a word.
  private func wordless(_ completed: ServingProcess.Completed, _ number: Int) -> Finding {
    let signal = completed.status & 0x7f
    let cause: TestFailure.Cause =
      signal != 0
      ? .signal(number: Int(signal), name: signalName(signal))
      : .status(code: Int(completed.status >> 8 & 0xff))
    return Finding(
      .testFailed(TestFailure(cause, by: "main thread")), context: context(number, token: ""))
  }

  /// Hands on what the program printed about a failure that nobody else can explain; where nobody wrote that
  /// down, the schedule is run once more.
  private func worded(_ finding: Finding, _ run: PrintedRun?) throws(ProgramProblem) -> Finding {
    guard let wording, case .testFailed = finding.kind else { return finding }
    if let run, !run.output.isEmpty { return wording.worded(finding, run) }
    if finding.context.token.isEmpty { return finding }
    let context = finding.context
    var order = replayOrder(context.token, context, width: tokenWidth(context.token))
    order.isTraced = finding.steps.total <= FailureWording.mostSteps
    let recorder = ScheduleOutput()
    let again = try pool.perform(order, output: recorder?.path)
    return wording.worded(
      finding, PrintedRun(output: recorder?.text ?? "", trace: again.outcome?.trace ?? []))
  }

  /// A new finding that is not allowed is kept and told; true if it is an error.
  @discardableResult
  mutating func report(_ finding: Finding) -> Bool {
    guard let finding = log.admit(finding) else { return false }
    exploration.findings.append(finding)
    if exploration.course.last < options.beginning { exploration.course.beginning.findings += 1 }
    observer(finding)
    if finding.severity == .error { exploration.stopped = .finding }
    return finding.severity == .error
  }

  mutating func conclude() {
    exploration.course.isEndedByFinding = exploration.stopped == .finding && !options.keepGoing
    exploration.distinctSchedules = coverage.distinct
    exploration.notes += log.notes
    if idleRuns > 0 { exploration.notes.append(.servesForGood(schedules: idleRuns)) }
  }

  // MARK: Orders

  private func order(_ number: Int) -> ScheduleOrder {
    ScheduleOrder(
      .numbered(
        number, choicePoints: profile.choicePoints, steps: profile.steps, tasks: profile.tasks),
      width: options.poolWidth.width, context: context(number, token: ""))
  }

  func replayOrder(_ token: String, _ context: RunContext, width: Int, fairAfter: Int? = nil)
    -> ScheduleOrder
  {
    ScheduleOrder(.replayed(token: token, fairAfter: fairAfter), width: width, context: context)
  }

  func width(of outcome: ScheduleOutcome) -> Int {
    tokenWidth(outcome.token)
  }

  private func tokenWidth(_ token: String) -> Int { (try? ScheduleToken(parsing: token))?.poolWidth ?? 0 }

  func context(_ number: Int, token: String) -> RunContext {
    let pool = PoolLimit(rawValue: tokenWidth(token))
    return RunContext(
      test: options.displayName, target: .process(command: words), schedule: number + 1,
      of: options.replay == nil ? options.schedules : 0,
      strategy: options.replay == nil
        ? options.strategy.forSchedule(number).words : Strategy.baseline.words,
      seed: options.effectiveSeed, token: token, poolWidth: pool == .unbounded ? nil : pool.workers,
      poolGrows: pool.grows ? true : nil, directory: WorkingDirectory.current(), command: command)
  }
}
#endif
