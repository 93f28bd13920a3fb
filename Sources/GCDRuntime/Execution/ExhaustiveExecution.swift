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
  var groups = WatchedGroups()
  /// By task, the runtime's status of it when a step was last seen to use it.
  var statuses: [ObjectID: UInt64] = [:]
  /// A task is being cancelled, which may cancel others.
  var isCancelling = false
  /// A child in a group fails in the present step.
  var childFails = false
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
    run.pointee.groups.removeAll()
    run.pointee.isCancelling = false
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
    choices.pointee.searched.append(contender(task), at: 0)
    var task = task
    _ = choices.pointee.next(&task, 1, baseline: 0)
  }

  private func askAmongEnabled() -> TaskID {
    let count = engine.pointee.world.core.enabled.count
    let enabled = engine.pointee.world.core.enabled.at
    let baseline = count == 1 ? 0 : engine.pointee.world.baselineIndex(current: engine.pointee.current)
    // As in a run without a search: a replay makes no choice here.
    if count > 1, engine.pointee.listeners.has(.testFramework),
      TestFrameworks(engine: engine).onlyFrameworkIsEnabled
    {
      ask(only: enabled[baseline])
      return enabled[baseline]
    }
    choices.pointee.searched.removeAll()
    for index in 0..<count where enabled[index] != .clock || mayClockOvertake {
      if index == baseline { choices.pointee.searched.baseline = choices.pointee.searched.places.count }
      var candidate = contender(enabled[index])
      // The runtime may have submitted a Swift task twice, of which only one continues it.
      if choices.pointee.searched.candidates.contains(where: { $0.task == candidate.task }) {
        candidate.task = engine.pointee.world.stableID(enabled[index])
      }
      choices.pointee.searched.append(candidate, at: index)
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
    identify()
    noteActors()
    noteStatus()
    noteCancellation()
    noteLibraryLocks()
    run.pointee.childFails = false
    run.pointee.watch.finish(&engine.pointee.world)
    run.pointee.search.finished(run.pointee.watch.effect)
  }

  /// Says whose steps those of new tasks are, and from now on those of the task that made the step.
  private func identify() {
    let known = run.pointee.watch.taskCount
    for index in known..<max(known, engine.pointee.world.taskTotal) {
      let task = TaskID(UInt32(index))
      // Handlers have no record yet.
      if engine.pointee.world.kind(of: task) != .async { continue }
      let job = engine.pointee.tasks[task].pointee.jobTask
      if job != .none { run.pointee.watch.setIdentity(of: task, to: job, &engine.pointee.world) }
    }
    let task = run.pointee.step.task
    if task == .clock || engine.pointee.world.phase(of: task) != .running { return }
    run.pointee.watch.setIdentity(of: task, to: engine.runningSwiftTask, &engine.pointee.world)
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
    if hasNewStatus(task, running) { run.pointee.watch.include(task, &engine.pointee.world) }
  }

  private func hasNewStatus(_ task: ObjectID, _ address: UnsafeRawPointer) -> Bool {
    let status = gcdc_task_status(address)
    return run.pointee.statuses.updateValue(status, forKey: task) != status
  }

  /// Who cancels a task cancels its children, too.
  private func noteCancellation() {
    let wasCancelling = run.pointee.isCancelling || run.pointee.step.operation.kind == .cancelTask
    run.pointee.isCancelling = engine.pointee.notes.cancellations.contains { $0.end == .max }
    if !wasCancelling { return }
    for entry in engine.pointee.swiftTasks.live where hasNewStatus(entry.object, entry.pointer) {
      run.pointee.watch.include(entry.object, &engine.pointee.world)
    }
  }

  /// The status of a Swift task has a lock in the task, and a group has one: uses of these alone.
  private func noteLibraryLocks() {
    var use = GCDC_LOCK_OTHER
    while let lock = gcdc_next_library_lock(&use) {
      let address = UInt(bitPattern: lock)
      if let group = run.pointee.groups.group(around: address) {
        noteUse(of: group, use)
        continue
      }
      let tasks = engine.pointee.swiftTasks.live(around: address)
      for task in tasks {
        let mode: Access.Mode = hasNewStatus(task.object, task.pointer) ? .write : .read
        run.pointee.watch.include(task.object, as: mode, &engine.pointee.world)
      }
      if tasks.isEmpty { run.pointee.watch.includeLibraryState() }
    }
  }

  /// A child in a group ends, or the maker of the group waits for children: off actors nothing depends on
  /// whether it has to. Children that end in another order make a difference where the maker takes their
  /// results one by one.
  private func noteUse(of group: WatchedGroups.Entry, _ use: gcdc_lock_use) {
    let maker = group.maker
    if use == GCDC_LOCK_OTHER {
      let isOrdered = run.pointee.search.countsOrder(at: engine.pointee.world.groups(of: maker))
      run.pointee.watch.includeEnd(inGroupOf: maker, isOrdered: isOrdered, &engine.pointee.world)
      if run.pointee.childFails { run.pointee.watch.includeEverything() }
      return
    }
    if use == GCDC_LOCK_WAIT_FOR_NEXT, group.hasResults {
      run.pointee.watch.includeOrder(ofGroupOf: maker, &engine.pointee.world)
    }
    let isPoint = run.pointee.step.operation.kind == .awaitGroup
    if !isPoint, engine.pointee.world.phase(of: run.pointee.step.task) == .running {
      run.pointee.watch.includeWait(forGroupOf: maker, &engine.pointee.world)
    }
  }

  /// As the model sees it. A task that would only be put in the line of an actor is as well off later, unless
  /// it leaves another actor for that.
  private func contender(_ task: TaskID) -> Candidate {
    var candidate = engine.pointee.world.contender(task)
    candidate.task = run.pointee.watch.identity(of: task, &engine.pointee.world)
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
      waiting.append((run.pointee.watch.identity(of: task, &engine.pointee.world), effect.footprint))
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
