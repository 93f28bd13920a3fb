// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDUnwind
import GCDModel
import GCDVocabulary

/// Whether a run repeats the same few steps while its body waits for what these do not bring about: a block
/// that submits itself again, two queues that hand something to and fro.
///
/// Each round is new work for the tables of the model, so that nothing else tells it from a long computation.
/// It is given up after as many steps as a body may make in all, and later where its functions count; a whole
/// program has a hundred times more.
struct SteadyRounds {
  /// Looks in a row that saw nothing else; from `looksAtCalls` on, nothing but the same calls.
  fileprivate var looks = 0
  fileprivate var calls: Set<Int> = []
  fileprivate var objects = 0
  fileprivate var transfers: UInt64 = 0
  /// What Swift tasks kept in their frames at a look, by where they were.
  fileprivate var kept: [(site: Site, digest: UInt64)] = []
  /// What Swift tasks kept at a look that were suspended or queued, or the functions on the stack of the task
  /// that ran. A loop without a count comes back to a few such states.
  fileprivate var states: Set<UInt64> = []
  /// The look at which there were more such states than a loop without a count has.
  fileprivate var lastCount = 0
  /// Looks that found what an earlier one had found there.
  fileprivate var equalLooks = 0
  /// A task goes to the main actor or to one with an executor of its own, whose state is anywhere.
  fileprivate var meetsUnseenActor = false
  /// The main thread made steps before the last look.
  fileprivate var mainThreadRan = false

  /// So many looks in a row end the run: a million steps.
  fileprivate static let mostLooks = 1_000
  /// And so many where functions count their rounds: five million.
  fileprivate static let mostLooksAtCounts = 5_000
  /// Fewer where Swift tasks go round whose functions are seen to keep the same.
  fileprivate static let mostEqualLooks = 500
  /// More where an actor whose state is not seen may count.
  fileprivate static let mostLooksAtUnseen = 4_000
  /// The calls are compared from then on: runs that are only long need not pay for it.
  fileprivate static let looksAtCalls = 100
  fileprivate static let mostCalls = 32
  fileprivate static let mostPlaces = 16
  /// States of all tasks, and how many of these are looked at.
  fileprivate static let mostStates = 32
  fileprivate static let mostTasks = 24

  mutating func reset() {
    looks = 0
    equalLooks = 0
    lastCount = 0
    meetsUnseenActor = false
    if !kept.isEmpty { kept.removeAll(keepingCapacity: true) }
    if !states.isEmpty { states.removeAll(keepingCapacity: true) }
    if !calls.isEmpty { calls.removeAll(keepingCapacity: true) }
  }
}

extension LivelockWatch {
  /// Called each thousand steps: whether that has been so for long enough.
  func isOnlyRepeating() -> Bool {
    let looks = engine.pointee.progress.steadyRounds.looks
    let isOfXCTest = testOfXCTestWaits()
    if isOfXCTest, looksAgain() {
      _ = hasNoNews()
      return false
    }
    let isAsync = isOfXCTest || mainTaskWaits()
    guard isAsync || bodyWaits(), hasNoNews(),
      looks < SteadyRounds.looksAtCalls
        || makesTheSameCalls() && (!isAsync || keepsTheSame() && othersKeepTheSame())
    else {
      engine.pointee.progress.steadyRounds.reset()
      return false
    }
    engine.pointee.progress.steadyRounds.looks &+= 1
    if !isAsync { return looks >= SteadyRounds.looksAtCalls && countsNoMore() }
    let mostEqual =
      engine.pointee.progress.steadyRounds.meetsUnseenActor
      ? SteadyRounds.mostLooksAtUnseen : SteadyRounds.mostEqualLooks
    return engine.pointee.progress.steadyRounds.equalLooks >= mostEqual
  }

  /// The main task is suspended, and no time is to come.
  private func mainTaskWaits() -> Bool {
    guard engine.pointee.run.mustExit, engine.pointee.world.allDeadlines({ $0 == .clock })
    else { return false }
    let main = engine.pointee.swiftTasks.entries.first { $0.number == 1 }
    return main?.facts.state == GCDC_TASK_SUSPENDED
  }

  /// The main thread is in a run loop until an async test is over, and no time is to come but XCTest's own
  /// limit for that.
  func testOfXCTestWaits() -> Bool {
    guard !engine.pointee.run.frameworkObjects.isEmpty else { return false }
    let frameworks = TestFrameworks(engine: engine)
    return engine.pointee.world.allDeadlines { task in
      if task == .clock { return true }
      if task != .body { return frameworks.ownsBlock(task) }
      return RunLoops(engine: engine).isWaiting(task)
    }
  }

  /// XCTest's main thread looks ten times in a virtual second whether the test has ended: since the last look
  /// here it did, and not before that one.
  private func looksAgain() -> Bool {
    let trace = engine.pointee.trace
    let first = max(trace.first, trace.count - LivelockRule.stepsPerPoll)
    let didBefore = engine.pointee.progress.steadyRounds.mainThreadRan
    let does = (first..<trace.count).contains { trace.steps[$0].task == .body }
    engine.pointee.progress.steadyRounds.mainThreadRan = does
    return does && !didBefore
  }

  /// For long enough, the functions on the stack of the running task have kept what they kept at one of the
  /// earlier looks: a loop that counts its rounds ends. What counts in an object or a global variable is not
  /// seen.
  private func countsNoMore() -> Bool {
    let looks = engine.pointee.progress.steadyRounds.looks
    if let address = engine.pointee.tasks[lastRunning].pointee.site.address {
      let state = LoopReader(engine: engine).stateOfFrames(behind: address)
      if state != 0 { engine.pointee.progress.steadyRounds.states.insert(state) }
      if engine.pointee.progress.steadyRounds.states.count > SteadyRounds.mostStates {
        engine.pointee.progress.steadyRounds.states.removeAll(keepingCapacity: true)
        engine.pointee.progress.steadyRounds.lastCount = looks
      }
    }
    return looks - engine.pointee.progress.steadyRounds.lastCount >= SteadyRounds.mostLooks
      || looks >= SteadyRounds.mostLooksAtCounts
  }

  /// The running Swift task was met here before, and its functions keep the same: where they count, the
  /// rounds have an end.
  private func keepsTheSame() -> Bool {
    let running = lastRunning
    // On its way to an actor it is on no stack, and a thread has no such frames.
    guard let call = engine.pointee.run.asyncFrame, call.announcer == running, let task = gcdc_running_task()
    else { return true }
    let site = engine.pointee.tasks[running].pointee.site
    let digest = gcdc_kept_by_running(task, call.frame) ^ keptByActor(of: running)
    if let known = engine.pointee.progress.steadyRounds.kept.first(where: { $0.site == site }) {
      engine.pointee.progress.steadyRounds.equalLooks &+= 1
      return known.digest == digest
    }
    if engine.pointee.progress.steadyRounds.kept.count == SteadyRounds.mostPlaces { return false }
    engine.pointee.progress.steadyRounds.kept.append((site, digest))
    return true
  }

  /// What the actor keeps that a task is about to enter or leave: it may be the one that counts.
  private func keptByActor(of task: TaskID) -> UInt64 {
    let operation = engine.pointee.world.pendingOperation(of: task)
    guard operation.kind == .enterActor || operation.kind == .leaveActor,
      let actor = engine.address(of: operation.object)
    else { return 0 }
    let kept = gcdc_kept_by_actor(actor)
    if kept == 0 { engine.pointee.progress.steadyRounds.meetsUnseenActor = true }
    return kept
  }

  /// The Swift tasks that do not run now are in no state that is new: one that yields in its rounds makes its
  /// steps while none looks.
  private func othersKeepTheSame() -> Bool {
    let running = gcdc_running_task()
    var tasks = 0
    for entry in engine.pointee.swiftTasks.entries where entry.pointer != UnsafeRawPointer(running) {
      let state = entry.facts.state
      if state != GCDC_TASK_ACTIVE && state != GCDC_TASK_SUSPENDED { continue }
      tasks &+= 1
      if tasks > SteadyRounds.mostTasks { return false }
      let number = UInt64(truncatingIfNeeded: entry.number)
      // Tasks that keep the same are in states of their own.
      let digest = gcdc_kept_by_suspended(entry.pointer) &+ number &* 0x9E37_79B9_7F4A_7C15
      engine.pointee.progress.steadyRounds.states.insert(digest)
    }
    return engine.pointee.progress.steadyRounds.states.count <= SteadyRounds.mostStates
  }

  /// The body waits without a time limit, and no time is to come but that of one more worker.
  private func bodyWaits() -> Bool {
    engine.pointee.world.allDeadlines({ $0 == .clock }) && engine.pointee.world.bodyWaitsForGood
  }

  /// No object or data has come since the last look, and nothing can come from outside.
  private func hasNoNews() -> Bool {
    let objects = engine.pointee.records.total
    let transfers = gcdc_transfers()
    defer {
      engine.pointee.progress.steadyRounds.objects = objects
      engine.pointee.progress.steadyRounds.transfers = transfers
    }
    return objects == engine.pointee.progress.steadyRounds.objects
      && transfers == engine.pointee.progress.steadyRounds.transfers && !outside.isSomethingOutsideAwaited
      && engine.pointee.notes.uncontrolledThreads.isEmpty
  }

  /// The steps since the last look are of the same few calls as those before them, and none is the body's.
  private func makesTheSameCalls() -> Bool {
    // A set takes a hundred instructions for each step, as long as the rest of a short one.
    withUnsafeTemporaryAllocation(of: Int.self, capacity: LivelockWatch.recentCalls) { recent in
      recent.initialize(repeating: 0)
      return makesTheSameCalls(recent.baseAddress!)
    }
  }

  /// A power of two.
  private static let recentCalls = 64

  /// - Parameter recent: Calls that were seen at this look, by some of their bits; 0 = none.
  private func makesTheSameCalls(_ recent: UnsafeMutablePointer<Int>) -> Bool {
    let count = engine.pointee.trace.count
    let first = count - LivelockRule.stepsPerPoll
    if first < engine.pointee.trace.first { return false }
    let isFirst = engine.pointee.progress.steadyRounds.calls.isEmpty
    var index = first - 1
    while index &+ 1 < count {
      index &+= 1
      let step = engine.pointee.trace.steps + index
      if step.pointee.task == .clock { continue }
      if step.pointee.task == .body { return false }
      let site = Int(truncatingIfNeeded: step.pointee.site.rawValue)
      let call = site &* 256 &+ Int(step.pointee.kind.rawValue)
      let slot = (call ^ call &>> 12) & (LivelockWatch.recentCalls - 1)
      if recent[slot] == call { continue }
      recent[slot] = call
      if engine.pointee.progress.steadyRounds.calls.contains(call) { continue }
      let isFull = engine.pointee.progress.steadyRounds.calls.count == SteadyRounds.mostCalls
      if !isFirst || isFull { return false }
      engine.pointee.progress.steadyRounds.calls.insert(call)
    }
    return true
  }
}
#endif
