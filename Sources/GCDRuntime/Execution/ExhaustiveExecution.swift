// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDSchedule
import GCDVocabulary

/// What a search through all orders keeps next to the run that it watches.
struct ExhaustiveExecution {
  var search: ExhaustiveSearch
  var watch = FootprintRecorder()
  /// A step has begun and is not over.
  var isInStep = false
  var contenders: [Candidate] = []
  /// By contender: where it is in the enabled set.
  var places: [Int] = []

  init(_ search: ExhaustiveSearch) { self.search = search }
}

/// The engine's side of a search: every step is reported, also where there was no choice.
extension Engine {
  /// The body begins to run: the first step, for which nothing is asked.
  func beginExhaustiveExecution() {
    guard let run = state.pointee.searched else { return }
    gcdc_record_library_locks(true)
    run.pointee.search.beginRun()
    run.pointee.watch.beginRun(&state.pointee.world)
    _ = run.pointee.search.next([Candidate(task: state.pointee.world.stableID(.body))], baseline: 0)
    run.pointee.isInStep = true
  }

  /// The step that was chosen last is over.
  func finishSearchedStep(_ run: UnsafeMutablePointer<ExhaustiveExecution>) {
    if !run.pointee.isInStep { return }
    run.pointee.isInStep = false
    if gcdc_library_lock_was_taken() { run.pointee.watch.includeLibraryState() }
    run.pointee.watch.finish(&state.pointee.world)
    run.pointee.search.finished(run.pointee.watch.effect)
  }

  /// As `choose`, where the search decides.
  @inline(never)
  func chooseSearched(_ run: UnsafeMutablePointer<ExhaustiveExecution>) -> TaskID {
    finishSearchedStep(run)
    let count = state.pointee.world.core.enabled.count
    var next = TaskID.none
    if count == 0 || (count == 1 && state.pointee.world.core.enabled.at[0] == .clock) {
      next = chooseClock()
      if next == .none { return .none }
      _ = run.pointee.search.next([contender(next)], baseline: 0)
    } else {
      next = chooseAmongMany(run, count)
    }
    run.pointee.isInStep = true
    run.pointee.watch.begin(next, &state.pointee.world)
    if state.pointee.descriptors.needsPoll { run.pointee.watch.includeEverything() }
    return next
  }

  private func chooseAmongMany(_ run: UnsafeMutablePointer<ExhaustiveExecution>, _ count: Int) -> TaskID {
    let baseline = count == 1 ? 0 : state.pointee.world.baselineIndex(current: state.pointee.current)
    run.pointee.contenders.removeAll(keepingCapacity: true)
    run.pointee.places.removeAll(keepingCapacity: true)
    var preferred = 0
    var index = 0
    while index < count {
      let task = state.pointee.world.core.enabled.at[index]
      if task != .clock || mayClockOvertake {
        if index == baseline { preferred = run.pointee.places.count }
        run.pointee.contenders.append(contender(task))
        run.pointee.places.append(index)
      }
      index &+= 1
    }
    let place = run.pointee.places[run.pointee.search.next(run.pointee.contenders, baseline: preferred)]
    if count > 1 { state.pointee.scheduler.note(place, baseline: baseline) }
    return state.pointee.world.core.enabled.at[place]
  }

  private func contender(_ task: TaskID) -> Candidate {
    state.pointee.world.contender(task)
  }

  /// As `timeMayPass`, without counting.
  private var mayClockOvertake: Bool {
    if state.pointee.phase == .body && (!state.pointee.hasEnteredMain || state.pointee.mustExit) {
      return !state.pointee.world.hasOnlyIdleTimers
    }
    return state.pointee.world.nextDeadline <= state.pointee.settleLimit
      && !state.pointee.world.hasOnlyRepeatingDeadlines
  }

  /// Which of `count` ways the present step goes.
  func chooseWay(_ count: Int) -> Int {
    guard let run = state.pointee.searched else { return state.pointee.scheduler.choose(count) }
    if count < 2 { return 0 }
    let way = run.pointee.search.choose(count)
    state.pointee.scheduler.note(way, baseline: 0)
    return way
  }

  /// The running task is about to perform its operation without a step of its own.
  @inline(__always)
  func noteSilent(_ task: TaskID) {
    if let run = state.pointee.searched { run.pointee.watch.include(task, &state.pointee.world) }
  }

  /// The running task uses what belongs to an object, next to the object's operations.
  @inline(__always)
  func noteUse(of object: ObjectID) {
    if let run = state.pointee.searched { run.pointee.watch.include(object, &state.pointee.world) }
  }

  /// The running task gives up the program's last reference to an object.
  @inline(__always)
  func noteRelease(of object: ObjectID) {
    if let run = state.pointee.searched { run.pointee.watch.includeRelease(of: object, &state.pointee.world) }
  }

  /// The running task does something whose reach is not known.
  @inline(__always)
  func noteUseOfEverything() {
    if let run = state.pointee.searched { run.pointee.watch.includeEverything() }
  }

  /// Tells the search that the run is over; before anything of it is taken away.
  func endExhaustiveExecution(_ run: UnsafeMutablePointer<ExhaustiveExecution>) {
    finishSearchedStep(run)
    gcdc_record_library_locks(false)
    if state.pointee.end == .cut { return run.pointee.search.abandonRun() }
    let isCut = state.pointee.end != .finished && state.pointee.end != .quiescent
    var waiting: [(task: UInt64, footprint: Footprint)] = []
    var index = 0
    while index < state.pointee.world.taskTotal {
      let task = TaskID(UInt32(index))
      index &+= 1
      let kind = state.pointee.world.pendingOperation(of: task).kind
      let isEnabled = state.pointee.world.isEnabled(task)
      if kind == .none { continue }
      // What only time would bring did not come in time.
      if kind.comesWithTime, !isEnabled || !isCut { continue }
      var effect = StepEffect()
      state.pointee.world.addFootprint(of: task, to: &effect)
      waiting.append((state.pointee.world.stableID(task), effect.footprint))
    }
    run.pointee.search.endRun(waiting: waiting, isCut: isCut)
  }
}

extension OperationKind {
  /// Nothing but the clock enables it.
  fileprivate var comesWithTime: Bool {
    [.arrive, .fire, .timerExpires, .sleep, .timePasses].contains(self)
  }
}
#endif
