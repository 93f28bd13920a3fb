// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary

/// Whether a run does nothing any more but look again and again, with rests between, for something that
/// no task is left to do: it need not continue until a bound is reached that allows for work.
struct PollRounds {
  /// The number of steps at which the steps since are looked at.
  var nextPoll = PollRounds.stepsPerPoll
  /// Reads of clocks in the run, and those of them by the main thread.
  private(set) var clockReads = 0
  private var readsOfMainThread = 0
  /// Those up to the last look, and up to the last judgement of the run.
  private var readsAtLook = (all: 0, ofMainThread: 0)
  private var readsAtJudgement = 0
  /// Looks in a row that found nothing else.
  fileprivate var idlePolls = 0
  /// At one of these the clock had been read for more than rests.
  fileprivate var readsClock = false
  fileprivate var objects = 0
  fileprivate var tasks = 0
  fileprivate var transfers: UInt64 = 0
  /// At the last look the main thread did no more than to wait until an async test has ended.
  fileprivate(set) var awaitsTest = false
  /// Who has made steps since the last look, and what their loops keep where they were met; the
  /// memory is used from run to run.
  fileprivate var movers: [TaskID] = []
  fileprivate var places: [PollPlace] = []

  static let stepsPerPoll = 1_000
  /// So many looks in a row end the run.
  static let mostIdlePolls = 100
  /// And so many where a task makes steps that no look meets.
  fileprivate static let mostPollsOfSome = 1_000
  fileprivate static let mostPlaces = 16
  fileprivate static let mostMovers = 8

  mutating func reset() {
    nextPoll = PollRounds.stepsPerPoll
    clockReads = 0
    readsOfMainThread = 0
    readsAtLook = (0, 0)
    readsAtJudgement = 0
    begin()
  }

  /// A task has read a clock.
  mutating func noteRead(by task: TaskID) {
    clockReads &+= 1
    if task == .body { readsOfMainThread &+= 1 }
  }

  /// The reads since the last look.
  fileprivate mutating func readsSinceLook() -> (all: Int, ofMainThread: Int) {
    defer { readsAtLook = (clockReads, readsOfMainThread) }
    return (clockReads &- readsAtLook.all, readsOfMainThread &- readsAtLook.ofMainThread)
  }

  /// The reads since the last judgement of the run.
  mutating func readsSinceJudgement() -> Int {
    defer { readsAtJudgement = clockReads }
    return clockReads &- readsAtJudgement
  }

  fileprivate mutating func begin() {
    idlePolls = 0
    readsClock = false
    if !places.isEmpty { places.removeAll(keepingCapacity: true) }
  }
}

extension LivelockWatch {
  /// Called each thousand steps: whether that has been so for long enough.
  func isOnlyIdle() -> Bool {
    let count = engine.pointee.trace.count
    engine.pointee.progress.pollRounds.nextPoll = count &+ PollRounds.stepsPerPoll
    let reads = engine.pointee.progress.pollRounds.readsSinceLook()
    let isSame = hasGainedNothing()
    // Its stack is only taken where the answer counts.
    engine.pointee.progress.pollRounds.awaitsTest =
      isSame && TestFrameworks(engine: engine).mainThreadAwaitsTest
    guard isSame, hasOnlyIdleSteps(count, reads), noOtherTaskIsToMove(), loopKeepsTheSame() else {
      engine.pointee.progress.pollRounds.begin()
      return false
    }
    engine.pointee.progress.pollRounds.idlePolls &+= 1
    let polls = engine.pointee.progress.pollRounds.idlePolls
    if polls < PollRounds.mostIdlePolls { return false }
    if everyMoverIsProven(mayBeUnmet: polls >= PollRounds.mostPollsOfSome) { return true }
    // Turns may be as long as the time between two looks.
    engine.pointee.progress.pollRounds.nextPoll &+= polls &* 37 % PollRounds.stepsPerPoll
    return false
  }

  /// Whether time may bring the end of what has gone round for `length` steps with so many reads of clocks: a
  /// deadline is pending that is none of those that make the steps, or these ask a clock for more than their
  /// rests.
  func mayEndByTime(last length: Int, _ reads: Int) -> Bool {
    let count = engine.pointee.trace.count
    engine.pointee.progress.pollRounds.movers.removeAll(keepingCapacity: true)
    var readsOfRests = 0
    for index in count - length..<count {
      let step = engine.pointee.trace.steps + index
      if step.pointee.isFruitless { readsOfRests &+= readsOfRest(step) }
      if index < count - PollRounds.stepsPerPoll || step.pointee.task == .clock { continue }
      // What was due after a time has just begun.
      if step.pointee.kind == .arrive { return true }
      if !isMover(step.pointee.task) { return false }
    }
    // The last steps are kept, the reads are those since the last judgement.
    let share = reads / max(1, engine.pointee.exploration.maximalSteps / length)
    if share > readsOfRests &+ length / PollRounds.stepsPerPoll { return true }
    for index in 0..<engine.pointee.world.core.enabled.count {
      let task = engine.pointee.world.core.enabled.at[index]
      if engine.pointee.world.pendingOperation(of: task).kind == .arrive { return true }
    }
    return !onlyMoversHaveDeadlines
  }

  /// The loop of each task that made steps since the last look has no end: it may be another one than the
  /// running task that counts.
  private func everyMoverIsProven(mayBeUnmet: Bool) -> Bool {
    let places = engine.pointee.progress.pollRounds.places
    return engine.pointee.progress.pollRounds.movers.allSatisfy { mover in
      let own = places.filter { $0.call.task == mover }
      return own.contains(where: \.isProven) || own.isEmpty && mayBeUnmet
    }
  }

  /// No object, task or data has come since the last look, and nothing can come from outside.
  private func hasGainedNothing() -> Bool {
    let objects = engine.pointee.records.total
    let tasks = engine.pointee.world.taskTotal
    let transfers = gcdc_transfers()
    let isSame =
      objects == engine.pointee.progress.pollRounds.objects
      && tasks == engine.pointee.progress.pollRounds.tasks
      && transfers == engine.pointee.progress.pollRounds.transfers
    engine.pointee.progress.pollRounds.objects = objects
    engine.pointee.progress.pollRounds.tasks = tasks
    engine.pointee.progress.pollRounds.transfers = transfers
    return isSame && !outside.mayComeFromOutside && engine.pointee.notes.uncontrolledThreads.isEmpty
  }

  /// The steps since the last look are those of tries and rests. A loop that asks a clock for more than its
  /// rests may have a deadline.
  private func hasOnlyIdleSteps(_ count: Int, _ reads: (all: Int, ofMainThread: Int)) -> Bool {
    let first = count - PollRounds.stepsPerPoll
    if first < engine.pointee.trace.first { return false }
    engine.pointee.progress.pollRounds.movers.removeAll(keepingCapacity: true)
    let awaitsTest = engine.pointee.progress.pollRounds.awaitsTest
    var fruitless = 0
    var readsOfRests = 0
    for index in first..<count {
      let step = engine.pointee.trace.steps + index
      if awaitsTest, step.pointee.task == .body { continue }
      if step.pointee.isFruitless {
        fruitless &+= 1
        readsOfRests &+= readsOfRest(step)
      } else if !step.pointee.isTry {
        return false
      }
      if step.pointee.task != .clock, !isMover(step.pointee.task) { return false }
    }
    let readsOfLoops = awaitsTest ? reads.all &- reads.ofMainThread : reads.all
    if readsOfLoops > readsOfRests &+ PollRounds.mostMovers {
      engine.pointee.progress.pollRounds.readsClock = true
    }
    return fruitless >= PollRounds.stepsPerPoll / LivelockRule.stepsPerFruitless
  }

  /// How often the libraries read a clock for a rest: Foundation at its begin and its end, Dispatch for a
  /// timeout.
  private func readsOfRest(_ step: UnsafeMutablePointer<StepRecord>) -> Int {
    let kind = step.pointee.kind
    if kind == .sleep {
      return step.pointee.site.address.map { gcdc_is_library_address(pointer(to: $0)) } == true ? 2 : 0
    }
    return kind == .yield || kind == .timePasses || kind == .read || kind == .tryLock ? 0 : 1
  }

  private func pointer(to address: UInt) -> UnsafeRawPointer? { UnsafeRawPointer(bitPattern: address) }

  /// False where there are too many of them.
  private func isMover(_ task: TaskID) -> Bool {
    // By index: to search an array allocates where nothing is optimised.
    let count = engine.pointee.progress.pollRounds.movers.count
    for index in 0..<count where engine.pointee.progress.pollRounds.movers[index] == task { return true }
    if count == PollRounds.mostMovers { return false }
    engine.pointee.progress.pollRounds.movers.append(task)
    return true
  }

  /// The task that can continue, or will when its time has come, has made steps since the last look.
  private func noOtherTaskIsToMove() -> Bool {
    for index in 0..<engine.pointee.world.core.enabled.count {
      let task = engine.pointee.world.core.enabled.at[index]
      if task != .clock, !isKnownToMove(task) { return false }
    }
    return onlyMoversHaveDeadlines
  }

  private func isKnownToMove(_ task: TaskID) -> Bool {
    engine.pointee.progress.pollRounds.movers.contains(task)
      || engine.pointee.progress.pollRounds.awaitsTest && task == .body
  }

  /// No time is to come but for those that made steps since the last look, and for XCTest, which ends a test
  /// that takes too long by a block of its own.
  private var onlyMoversHaveDeadlines: Bool {
    let frameworks = TestFrameworks(engine: engine)
    return engine.pointee.world.allDeadlines { isKnownToMove($0) || frameworks.endsEndlessTest($0) }
  }

  /// The running task was met here before and its loop kept the same, as far as is seen, or it was not met
  /// here yet; after enough looks, copies of the process have shown that.
  private func loopKeepsTheSame() -> Bool {
    let task = lastRunning
    if engine.pointee.progress.pollRounds.awaitsTest, task == .body { return true }
    let site = engine.pointee.tasks[task].pointee.site
    let reader = LoopReader(engine: engine)
    guard let address = site.address, let loop = reader.loop(behind: address) else { return false }
    let words = reader.words(of: loop)
    let kind = engine.pointee.world.pendingOperation(of: task).kind
    let call = RoundCopy.Call(task: task, site: site, kind: kind)
    guard let index = engine.pointee.progress.pollRounds.places.firstIndex(where: { $0.call == call }) else {
      if engine.pointee.progress.pollRounds.places.count == PollRounds.mostPlaces { return false }
      engine.pointee.progress.pollRounds.places.append(PollPlace(call, rest: loop.rest, words: words))
      return true
    }
    if !engine.pointee.progress.pollRounds.places[index].note(rest: loop.rest, words: words) { return false }
    let known = engine.pointee.progress.pollRounds.places[index]
    let isLast = engine.pointee.progress.pollRounds.idlePolls &+ 1 >= PollRounds.mostIdlePolls
    if !isLast || known.isProven { return true }
    let readsClock = engine.pointee.progress.pollRounds.readsClock
    let isEndless =
      ProcessCopy.isPossible(of: engine)
      ? RoundCopy.isEndless(engine, at: call, loop, unlike: known.otherWords, readsClock: readsClock)
      : known.otherWords == nil && !readsClock
    engine.pointee.progress.pollRounds.places[index].isProven = isEndless
    return isEndless
  }
}

extension StepRecord {
  /// A run loop has looked, and nothing was there: XCTest's on the main thread does so ten times in a virtual
  /// second while an async test runs.
  var isEmptyRunLoopTurn: Bool {
    kind.isDescriptorCall && result == -1
      && site.address.map { gcdc_is_run_loop_site(UnsafeRawPointer(bitPattern: $0)) } == true
  }

  /// The step belongs to a look for something: a lock or a turn of a queue around it, or a wait that may end
  /// without success.
  fileprivate var isTry: Bool {
    if isBlocked || kind == .lookForFile { return true }
    return switch kind.lockEffect {
    case .take, .takeShared, .tryTake, .tryTakeShared, .giveBack, .section, .handedSection, .turn,
      .sectionEnd, .semaphoreWait, .semaphoreSignal:
      true
    case .none, .submission, .barrierSubmission, .blockStart, .mainBlockStart, .blockEnd, .once, .settle,
      .groupWait, .conditionWait, .status, .statusSection:
      false
    }
  }
}
#endif
