// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDRuntime
import GCDSchedule
import Glibc

/// Several processes of one program that work off schedules; which of them runs one makes no difference.
final class ForkServerPool {
  private let program: LoadedProgram
  private let words: [String]
  private let setup: Setup
  private var processes: [ForkServerProcess] = []
  private var arrived: [ForkServerProcess.Completed] = []
  private var nextID = 0
  /// A process that says nothing for so long, and has not computed meanwhile either, is given up; its own
  /// watchdog should have spoken long before. A long schedule has as long as it takes.
  ///
  /// -1: none is given up.
  private let timeoutMilliseconds: Int32
  /// For so long none of them has said anything.
  private var silence: Int32 = 0

  /// Reported now and then while nothing comes, so that a live line can continue; false when the user wants
  /// to stop.
  ///
  /// - Parameter isLate: The time has long been over, and what is under way must be completed all the same.
  var progressPoll: ((_ isLate: Bool) -> Bool)?
  /// When to stop waiting; nil = never.
  var deadline: ContinuousClock.Instant?
  /// When the time was over, for work that is done all the same.
  var isLate: ContinuousClock.Instant?
  private(set) var isInterrupted = false
  /// How often the process was lost that was to run a schedule, by request.
  private var losses: [Int: Int] = [:]
  private static let mostLosses = 2
  /// Requests for schedules that were killed once.
  private var triedAgain: Set<Int> = []

  /// So often the task that waits comes back to look at other things.
  private static let pollMilliseconds: Int32 = 250

  /// Requests that a process has next to the one that it runs, so that it need not wait for the tool.
  private static let ahead = 1

  /// - Throws: `ProgramProblem` when the program cannot be run under control.
  init(
    _ program: LoadedProgram, _ words: [String], _ setup: Setup, jobs: Int, timeoutMilliseconds: Int32
  ) throws(ProgramProblem) {
    self.program = program
    self.words = words
    self.setup = setup
    self.timeoutMilliseconds = timeoutMilliseconds
    processes.append(try ForkServerPool.started(program, words, setup))
    missing = jobs - 1
  }

  /// Processes that are started when there is more than one schedule to run.
  private var missing: Int

  /// True while another schedule would not have to wait for long.
  var hasRoom: Bool {
    missing > 0 || processes.contains { $0.pending.count <= ForkServerPool.ahead }
  }

  /// Whether schedules may have been executed at once.
  var hasSeveral: Bool { processes.count > 1 }

  /// Waits until no schedule is executed.
  func rest() throws(ProgramProblem) {
    while processes.contains(where: { !$0.pending.isEmpty }) { try listen() }
  }

  /// Asks for a schedule; its number is in what `wait` returns.
  ///
  /// - Parameters:
  ///   - search: that a searched schedule is the next of.
  ///   - output: a file that takes what the schedule prints.
  ///   - mayBeginAtFirstChoice: What is done before that need not be done for this schedule.
  func submit(
    _ execution: ExecutionRequest, search: ExhaustiveSearch? = nil, output: String? = nil,
    mayBeginAtFirstChoice: Bool = false
  ) throws(ProgramProblem) -> Int {
    if missing > 0, processes.allSatisfy({ !$0.pending.isEmpty }) {
      missing -= 1
      processes.append(try ForkServerPool.started(program, words, setup))
    }
    nextID += 1
    let process = processes.min { $0.pending.count < $1.pending.count }!
    var request = Request(id: nextID, execution: execution, search: search, output: output)
    request.mayBeginAtFirstChoice = mayBeginAtFirstChoice
    if !send(request, to: process) { try restart(process) }
    return nextID
  }

  /// What schedules after the first one follow from, with places that are the same in each process.
  var profile: ExecutionProfile? {
    didSet { for process in processes { process.knowsProfile = false } }
  }

  /// A profile has thousands of numbers: each process gets it once, and not for schedule 0, which is executed
  /// without one. Its repetition finds the process as it was the first time, to the last address.
  private func send(_ request: Request, to process: ForkServerProcess) -> Bool {
    if !process.knowsProfile, let profile, !request.execution.schedule.isFirst {
      process.knowsProfile = true
      // A process that is gone is noticed by what follows.
      _ = process.send(KeptProfile(profile: profile))
    }
    return process.send(request)
  }

  /// Runs one schedule and returns what came of it.
  func perform(_ execution: ExecutionRequest, output: String? = nil) throws(ProgramProblem)
    -> ForkServerProcess.Completed
  {
    try completed(try submit(execution, output: output))
  }

  /// What came of a schedule that was asked for; waits for it.
  func completed(_ id: Int) throws(ProgramProblem) -> ForkServerProcess.Completed {
    while true {
      if let completed = try take(id) { return completed }
    }
  }

  /// What came of a schedule that was asked for, if it is over; waits once for any of them otherwise.
  ///
  /// - Throws: `ProgramProblem.brokeDown` in the turn of the schedule that met it, whichever ran before.
  func take(_ id: Int) throws(ProgramProblem) -> ForkServerProcess.Completed? {
    if let index = arrived.firstIndex(where: { $0.id == id }) {
      let completed = arrived.remove(at: index)
      if let breakdown = completed.breakdown { throw .brokeDown(breakdown) }
      return completed
    }
    try listen()
    return nil
  }

  /// What came of one of several schedules; nil where none is over after waiting once for any.
  func takeFirst(of ids: Set<Int>) throws(ProgramProblem) -> ForkServerProcess.Completed? {
    guard let completed = arrived.first(where: { ids.contains($0.id) }) else {
      try listen()
      return nil
    }
    return try take(completed.id)
  }

  /// Processes that may execute schedules at once.
  var width: Int { processes.count + missing }

  /// Steps of a schedule that was asked for and runs now; nil where it does not.
  func steps(of request: Int) -> Int? {
    processes.first { $0.pending.first?.id == request }?.steps
  }

  /// Ends all processes, and what they have started.
  func end() {
    for process in processes { process.end() }
    processes = []
  }

  /// - Throws: `ProgramProblem.cut` when there is no time left, or the user wants to stop.
  func stopIfOver() throws(ProgramProblem) {
    let lateness = isLate.map { .now - $0 } ?? .zero
    if let progressPoll, !progressPoll(lateness > .seconds(1)) {
      isInterrupted = true
      throw .cut
    }
    if let deadline, .now >= deadline { throw .cut }
  }

  /// Takes in what the processes say; false when a signal came, or nothing for a while.
  @discardableResult
  private func listen() throws(ProgramProblem) -> Bool {
    try stopIfOver()
    var requests = processes.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    let count = poll(&requests, nfds_t(requests.count), ForkServerPool.pollMilliseconds)
    if count < 0 { return false }
    if count == 0 {
      silence += ForkServerPool.pollMilliseconds
      if timeoutMilliseconds < 0 || silence < timeoutMilliseconds { return false }
      silence = 0
      for process in processes where !process.pending.isEmpty && !process.hasComputed() {
        try giveUp(process)
      }
      return true
    }
    silence = 0
    for (process, request) in zip(processes, requests) where request.revents != 0 {
      var completed: [ForkServerProcess.Completed] = []
      let isThere = process.read(&completed)
      for schedule in completed where !tryAgain(schedule, process) { arrived.append(schedule) }
      if !isThere { try restart(process) }
    }
    return true
  }

  /// Asks once more for a schedule that was killed: a program that kills itself does so again, and one that
  /// was killed from outside, as by a system that is short of memory, does not.
  private func tryAgain(_ completed: ForkServerProcess.Completed, _ process: ForkServerProcess) -> Bool {
    guard completed.isKilled, triedAgain.insert(completed.id).inserted else { return false }
    if let file = completed.request.output { truncate(file, 0) }
    // Where the process is gone, it is asked for like all that wait for it.
    _ = send(completed.request, to: process)
    return true
  }

  /// Puts another process in the place of a silent one. The schedule that it ran counts as killed, the ones
  /// behind it are asked for anew.
  private func giveUp(_ process: ForkServerProcess) throws(ProgramProblem) {
    let pending = process.pending
    if let first = pending.first {
      arrived.append(ForkServerProcess.Completed(id: first.id, outcome: nil, status: SIGKILL, request: first))
    }
    try replace(process, asking: pending.dropFirst())
  }

  /// A process that serves; one that is killed from outside before it can is started again.
  private static func started(
    _ program: LoadedProgram, _ words: [String], _ setup: Setup
  ) throws(ProgramProblem) -> ForkServerProcess {
    for _ in 0..<mostLosses {
      do throws(ProgramProblem) {
        return try ForkServerProcess(program, words, setup)
      } catch {
        guard case .killed = error else { throw error }
      }
    }
    return try ForkServerProcess(program, words, setup)
  }

  /// Puts another process in the place of one that is gone, and asks it for the same schedules.
  ///
  /// It says itself how each of its schedules ends, so nothing of these has ended it: a task has from
  /// outside, or a schedule ends the processes around it.
  ///
  /// - Throws: `ProgramProblem.killed` where that happens over and over.
  private func restart(_ process: ForkServerProcess) throws(ProgramProblem) {
    let pending = process.pending
    let status = process.end()
    if let first = pending.first {
      losses[first.id, default: 0] += 1
      if losses[first.id, default: 0] > ForkServerPool.mostLosses { throw .killed(status: status) }
    }
    try replace(process, asking: pending[...])
  }

  private func replace(_ process: ForkServerProcess, asking pending: ArraySlice<Request>)
    throws(ProgramProblem)
  {
    guard let index = processes.firstIndex(where: { $0 === process }) else { return }
    process.end()
    processes[index] = try ForkServerPool.started(program, words, setup)
    for request in pending where !send(request, to: processes[index]) { throw .lost }
  }
}
#endif
