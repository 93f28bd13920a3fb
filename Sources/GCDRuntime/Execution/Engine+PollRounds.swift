// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDUnwind
import GCDModel
import GCDVocabulary

/// Whether a run does nothing any more but look again and again, with rests between, for something that
/// no task is left to do: it need not continue until a bound is reached that allows for work.
struct PollRounds {
  /// The number of steps at which the steps since are looked at.
  var nextPoll = PollRounds.stepsPerPoll
  /// Reads of clocks since the last look.
  var clockReads = 0
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
  }

  static let stepsPerPoll = 1_000
  /// So many looks in a row end the run.
  static let mostIdlePolls = 100
  fileprivate static let mostPlaces = 16
  fileprivate static let mostMovers = 8

  mutating func reset() {
    nextPoll = PollRounds.stepsPerPoll
    clockReads = 0
    begin()
  }

  fileprivate mutating func begin() {
    idlePolls = 0
    if !places.isEmpty { places.removeAll(keepingCapacity: true) }
  }
}

extension Engine {
  /// Called each thousand steps: whether that has been so for long enough.
  func isOnlyIdle() -> Bool {
    let count = state.pointee.trace.count
    state.pointee.pollRounds.nextPoll = count &+ PollRounds.stepsPerPoll
    let reads = state.pointee.pollRounds.clockReads
    state.pointee.pollRounds.clockReads = 0
    let isSame = hasGainedNothing()
    guard isSame, hasOnlyIdleSteps(count, reads), nobodyElseIsToMove(), loopKeepsTheSame() else {
      state.pointee.pollRounds.begin()
      return false
    }
    state.pointee.pollRounds.idlePolls &+= 1
    return state.pointee.pollRounds.idlePolls >= PollRounds.mostIdlePolls
  }

  /// No object, task or data has come since the last look, and nothing can come from outside.
  private func hasGainedNothing() -> Bool {
    let objects = state.pointee.records.total
    let tasks = state.pointee.world.taskTotal
    let transfers = gcdc_transfers()
    let isSame =
      objects == state.pointee.pollRounds.objects && tasks == state.pointee.pollRounds.tasks
      && transfers == state.pointee.pollRounds.transfers
    state.pointee.pollRounds.objects = objects
    state.pointee.pollRounds.tasks = tasks
    state.pointee.pollRounds.transfers = transfers
    return isSame && !isSomethingOutsideAwaited && state.pointee.uncontrolledThreads.isEmpty
  }

  /// The steps since the last look are those of tries and rests, and the clock was read for these only: a
  /// loop that asks it for more may have a deadline.
  private func hasOnlyIdleSteps(_ count: Int, _ reads: Int) -> Bool {
    let first = count - PollRounds.stepsPerPoll
    if first < state.pointee.trace.first { return false }
    state.pointee.pollRounds.movers.removeAll(keepingCapacity: true)
    var fruitless = 0
    var readsOfRests = 0
    for index in first..<count {
      let step = state.pointee.trace.steps + index
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
    if state.pointee.pollRounds.movers.contains(task) { return true }
    if state.pointee.pollRounds.movers.count == PollRounds.mostMovers { return false }
    state.pointee.pollRounds.movers.append(task)
    return true
  }

  /// The task that can continue, or will when its time has come, has made steps since the last look.
  private func nobodyElseIsToMove() -> Bool {
    let movers = state.pointee.pollRounds.movers
    for index in 0..<state.pointee.world.core.enabled.count {
      let task = state.pointee.world.core.enabled.at[index]
      if task != .clock, !movers.contains(task) { return false }
    }
    return state.pointee.world.allDeadlines { movers.contains($0) }
  }

  /// The running task was met here before and its loop kept the same, or it was not met here yet.
  private func loopKeepsTheSame() -> Bool {
    let task = state.pointee.current
    guard task != .none else { return true }
    let record = state.pointee.tasks[Int(task.rawValue)]
    guard let address = record.site.address else { return false }
    let kept = gcdc_loop_state(
      address, { gcdc_is_library_address($0) }, state, MemoryLayout<Execution>.size)
    if kept == 0 { return false }
    let kind = state.pointee.world.pendingOperation(of: task).kind
    for place in state.pointee.pollRounds.places
    where place.task == task && place.site == record.site && place.kind == kind {
      return place.kept == kept
    }
    if state.pointee.pollRounds.places.count == PollRounds.mostPlaces { return false }
    state.pointee.pollRounds.places.append(
      PollRounds.Place(task: task, site: record.site, kind: kind, kept: kept))
    return true
  }
}

extension StepRecord {
  /// The step belongs to a look for something: a lock around it, or a wait that may end without success.
  fileprivate var isTry: Bool {
    if isBlocked { return true }
    return switch kind.lockEffect {
    case .take, .takeShared, .tryTake, .tryTakeShared, .giveBack: true
    case .none, .submission, .barrierSubmission, .blockStart, .mainBlockStart, .blockEnd, .section,
      .handedSection, .turn, .sectionEnd, .once, .settle, .semaphoreWait, .semaphoreSignal, .groupWait,
      .conditionWait:
      false
    }
  }
}
#endif
