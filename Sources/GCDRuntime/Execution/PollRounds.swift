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
  /// Reads of clocks in the run.
  var clockReads = 0
  /// Those up to the last look, and up to the last judgement of the run.
  private var readsAtLook = 0
  private var readsAtJudgement = 0
  /// Looks in a row that found nothing else.
  fileprivate var idlePolls = 0
  fileprivate var objects = 0
  fileprivate var tasks = 0
  fileprivate var transfers: UInt64 = 0
  /// Who has made steps since the last look, and what their loops keep where they were met; the
  /// memory is used from run to run.
  fileprivate var movers: [TaskID] = []
  fileprivate var places: [Place] = []

  /// Where a task was met by a look.
  fileprivate struct Place {
    var task: TaskID
    var site: Site
    var kind: OperationKind
    /// Of what its loop keeps; any other one the next time shows that it counts, or gets on.
    var kept: UInt64
    /// It was met there again, with the same.
    var isKnown = false
  }

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
    readsAtLook = 0
    readsAtJudgement = 0
    begin()
  }

  /// The reads since the last look.
  fileprivate mutating func readsSinceLook() -> Int {
    defer { readsAtLook = clockReads }
    return clockReads &- readsAtLook
  }

  /// The reads since the last judgement of the run.
  mutating func readsSinceJudgement() -> Int {
    defer { readsAtJudgement = clockReads }
    return clockReads &- readsAtJudgement
  }

  fileprivate mutating func begin() {
    idlePolls = 0
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
    guard isSame, hasOnlyIdleSteps(count, reads), noOtherTaskIsToMove(), loopKeepsTheSame() else {
      engine.pointee.progress.pollRounds.begin()
      return false
    }
    engine.pointee.progress.pollRounds.idlePolls &+= 1
    let polls = engine.pointee.progress.pollRounds.idlePolls
    if polls < PollRounds.mostIdlePolls { return false }
    if everyMoverIsKnown() || polls >= PollRounds.mostPollsOfSome { return true }
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
    if reads > readsOfRests &+ length / PollRounds.stepsPerPoll { return true }
    for index in 0..<engine.pointee.world.core.enabled.count {
      let task = engine.pointee.world.core.enabled.at[index]
      if engine.pointee.world.pendingOperation(of: task).kind == .arrive { return true }
    }
    return !onlyMoversHaveDeadlines
  }

  /// Each task that made steps since the last look was met by looks that found its loop as it was before: it
  /// may be another one than the running task that counts.
  private func everyMoverIsKnown() -> Bool {
    for mover in engine.pointee.progress.pollRounds.movers {
      let isKnown = engine.pointee.progress.pollRounds.places.contains { $0.task == mover && $0.isKnown }
      if !isKnown { return false }
    }
    return true
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

  /// The steps since the last look are those of tries and rests, and the clock was read for these only: a
  /// loop that asks it for more may have a deadline.
  private func hasOnlyIdleSteps(_ count: Int, _ reads: Int) -> Bool {
    let first = count - PollRounds.stepsPerPoll
    if first < engine.pointee.trace.first { return false }
    engine.pointee.progress.pollRounds.movers.removeAll(keepingCapacity: true)
    var fruitless = 0
    var readsOfRests = 0
    for index in first..<count {
      let step = engine.pointee.trace.steps + index
      if step.pointee.isFruitless {
        fruitless &+= 1
        readsOfRests &+= readsOfRest(step)
      } else if !step.pointee.isTry {
        return false
      }
      if step.pointee.task != .clock, !isMover(step.pointee.task) { return false }
    }
    return fruitless >= PollRounds.stepsPerPoll / LivelockRule.stepsPerFruitless
      && reads <= readsOfRests &+ PollRounds.mostMovers
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
    let movers = engine.pointee.progress.pollRounds.movers
    for index in 0..<engine.pointee.world.core.enabled.count {
      let task = engine.pointee.world.core.enabled.at[index]
      if task != .clock, !movers.contains(task) { return false }
    }
    return onlyMoversHaveDeadlines
  }

  /// No time is to come but for those that made steps since the last look, and for XCTest, which ends a wait,
  /// or a test that takes too long, by a block of its own.
  private var onlyMoversHaveDeadlines: Bool {
    let movers = engine.pointee.progress.pollRounds.movers
    let frameworks = TestFrameworks(engine: engine)
    return engine.pointee.world.allDeadlines { movers.contains($0) || frameworks.ownsBlock($0) }
  }

  /// The running task was met here before and its loop kept the same, or it was not met here yet.
  private func loopKeepsTheSame() -> Bool {
    let task = lastRunning
    let record = engine.pointee.tasks[task].pointee
    guard let address = record.site.address else { return false }
    let kept = LoopReader(engine: engine).state(behind: address)
    if kept == 0 { return false }
    let kind = engine.pointee.world.pendingOperation(of: task).kind
    for index in engine.pointee.progress.pollRounds.places.indices {
      let place = engine.pointee.progress.pollRounds.places[index]
      guard place.task == task, place.site == record.site, place.kind == kind else { continue }
      engine.pointee.progress.pollRounds.places[index].isKnown = place.kept == kept
      return place.kept == kept
    }
    if engine.pointee.progress.pollRounds.places.count == PollRounds.mostPlaces { return false }
    engine.pointee.progress.pollRounds.places.append(
      PollRounds.Place(task: task, site: record.site, kind: kind, kept: kept))
    return true
  }
}

extension StepRecord {
  /// The step belongs to a look for something: a lock around it, or a wait that may end without success.
  fileprivate var isTry: Bool {
    if isBlocked || kind == .lookForFile { return true }
    return switch kind.lockEffect {
    case .take, .takeShared, .tryTake, .tryTakeShared, .giveBack: true
    case .none, .submission, .barrierSubmission, .blockStart, .mainBlockStart, .blockEnd, .section,
      .handedSection, .turn, .sectionEnd, .once, .settle, .semaphoreWait, .semaphoreSignal, .groupWait,
      .conditionWait, .status, .statusSection:
      false
    }
  }
}
#endif
