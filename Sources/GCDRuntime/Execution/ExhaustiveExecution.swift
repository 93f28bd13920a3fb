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
  var actors = WatchedActors()
  /// By task, the runtime's status of it at the end of its last step.
  var statuses: [ObjectID: UInt64] = [:]
  /// The step that is not over.
  var step = (task: TaskID.none, operation: Operation(.none))
  /// A step has begun and is not over.
  var isInStep = false

  init(_ search: ExhaustiveSearch) { self.search = search }
}

/// A run of a search: the search is asked at every step, also where there is no choice, and is given the
/// footprint of each.
struct SearchedRun {
  private let engine: Engine
  /// Outlives the run.
  private let run: UnsafeMutablePointer<ExhaustiveExecution>
  /// Of the engine.
  private let choices: UnsafeMutablePointer<Choices>

  init(_ engine: Engine, _ run: UnsafeMutablePointer<ExhaustiveExecution>) {
    self.engine = engine
    self.run = run
    choices = engine.pointee.exploration.choices
  }

  /// The body begins to run: the first step, which is no choice.
  func begin() {
    gcdc_record_library_locks(true)
    choices.pointee.follow(run.pointer(to: \.search)!)
    run.pointee.search.beginRun()
    run.pointee.watch.beginRun(&engine.pointee.world)
    run.pointee.actors.removeAll()
    run.pointee.statuses.removeAll(keepingCapacity: true)
    run.pointee.step = (.body, Operation(.none))
    ask(only: .body)
    run.pointee.isInStep = true
  }

  /// As `Engine.choose`.
  func choose() -> TaskID {
    finishStep()
    while isClockAlone, engine.eventEndsRest() {}
    var next = TaskID.clock
    if !isClockAlone {
      next = askAmongEnabled()
    } else if engine.clockAtRest() == .clock {
      ask(only: .clock)
    } else {
      return .none
    }
    run.pointee.isInStep = true
    run.pointee.step = (next, engine.pointee.world.pendingOperation(of: next))
    run.pointee.watch.begin(next, &engine.pointee.world)
    if engine.pointee.descriptors.needsPoll { run.pointee.watch.includeEverything() }
    return next
  }

  private var isClockAlone: Bool {
    let count = engine.pointee.world.core.enabled.count
    return count == 0 || (count == 1 && engine.pointee.world.core.enabled.at[0] == .clock)
  }

  private func ask(only task: TaskID) {
    choices.pointee.searched.removeAll()
    choices.pointee.searched.append(engine.pointee.world.contender(task), at: 0)
    var task = task
    _ = choices.pointee.next(&task, 1, baseline: 0)
  }

  private func askAmongEnabled() -> TaskID {
    let count = engine.pointee.world.core.enabled.count
    let enabled = engine.pointee.world.core.enabled.at
    let baseline = count == 1 ? 0 : engine.pointee.world.baselineIndex(current: engine.pointee.current)
    if count > 1, TestFrameworks(engine: engine).onlyFrameworkIsEnabled {
      ask(only: enabled[baseline])
      return enabled[baseline]
    }
    choices.pointee.searched.removeAll()
    for index in 0..<count where enabled[index] != .clock || mayClockOvertake {
      if index == baseline { choices.pointee.searched.baseline = choices.pointee.searched.places.count }
      choices.pointee.searched.append(contender(enabled[index]), at: index)
    }
    let index = choices.pointee.next(enabled, count, baseline: baseline)
    if index != baseline { engine.passOver(enabled[baseline]) }
    return enabled[index]
  }

  /// As `Engine.timeMayPass`, without counting.
  private var mayClockOvertake: Bool {
    if engine.pointee.run.phase == .body
      && (!engine.pointee.run.hasEnteredMain || engine.pointee.run.mustExit)
    {
      return !engine.pointee.world.hasOnlyIdleTimers
    }
    return engine.pointee.world.nextDeadline <= engine.pointee.run.settleLimit
      && !engine.pointee.world.hasOnlyRepeatingDeadlines
  }

  /// The step that was chosen last is over.
  private func finishStep() {
    if !run.pointee.isInStep { return }
    run.pointee.isInStep = false
    noteActors()
    noteStatus()
    noteLibraryLocks()
    run.pointee.watch.finish(&engine.pointee.world)
    run.pointee.search.finished(run.pointee.watch.effect)
  }

  private func noteActors() {
    let (task, operation) = run.pointee.step
    let isRunning = task != .clock && engine.pointee.world.phase(of: task) == .running
    run.pointee.actors.finish(task, operation, isRunning: isRunning) { actor, isLeft, comesInLine in
      run.pointee.watch.include(
        actor: actor, isLeft: isLeft, comesInLine: comesInLine, &engine.pointee.world)
    }
  }

  /// A task registers what its cancellation is to do, and that is no call that could be seen.
  private func noteStatus() {
    guard let running = gcdc_running_task(),
      let task = engine.pointee.swiftTasks.object(ofLive: UInt(bitPattern: running))
    else { return }
    let status = gcdc_task_status(running)
    if run.pointee.statuses.updateValue(status, forKey: task) != status {
      run.pointee.watch.include(task, &engine.pointee.world)
    }
  }

  /// The status of a Swift task has a lock in the task: a use of that task alone.
  private func noteLibraryLocks() {
    while let lock = gcdc_next_library_lock() {
      let tasks = engine.pointee.swiftTasks.liveObjects(around: UInt(bitPattern: lock))
      for task in tasks { run.pointee.watch.include(task, &engine.pointee.world) }
      if tasks.isEmpty { run.pointee.watch.includeLibraryState() }
    }
  }

  /// As the model sees it. A task that would only be put in the line of an actor is as well off later, unless
  /// it leaves another actor for that.
  private func contender(_ task: TaskID) -> Candidate {
    var candidate = engine.pointee.world.contender(task)
    let pending = engine.pointee.world.pendingOperation(of: task)
    if pending.kind == .enterActor, pending.other == 0, engine.pointee.world.width == 0,
      run.pointee.actors.isHeld(pending.object, againstOthersThan: task)
    {
      candidate.blockedOnQueue = engine.pointee.world.resource(of: pending.object)
    }
    return candidate
  }

  /// The run is over; called before anything of it is given back.
  func end() {
    finishStep()
    engine.pointee.run.search = nil
    gcdc_record_library_locks(false)
    let end = engine.pointee.run.end
    if end == .cut { return run.pointee.search.abandonRun() }
    let isCut = end != .finished && end != .quiescent
    var waiting: [(task: UInt64, footprint: Footprint)] = []
    for index in 0..<engine.pointee.world.taskTotal {
      let task = TaskID(UInt32(index))
      let kind = engine.pointee.world.pendingOperation(of: task).kind
      if kind == .none { continue }
      // A deadline that did not come in time enables nothing.
      if kind.comesWithTime, !isCut || !engine.pointee.world.isEnabled(task) { continue }
      var effect = StepEffect()
      engine.pointee.world.addFootprint(of: task, to: &effect)
      waiting.append((engine.pointee.world.stableID(task), effect.footprint))
    }
    run.pointee.search.endRun(waiting: waiting, isCut: isCut)
  }
}

extension OperationKind {
  /// Only the clock enables it.
  fileprivate var comesWithTime: Bool {
    [.arrive, .fire, .timerExpires, .sleep, .timePasses].contains(self)
  }
}
#endif
