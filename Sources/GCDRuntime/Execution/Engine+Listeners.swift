// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDModel
import GCDSchedule
import GCDVocabulary

/// What is done at a step for those of `Listeners` that a run has: called only where there are any.
extension Engine {
  /// As the end of `step`.
  @inline(never)
  func stepWithListeners(_ task: TaskID, _ operation: Operation, _ site: CallSite) -> Int64 {
    if pointee.listeners.has(.testFramework), TestFrameworks(engine: self).owns(operation, site) {
      if pointee.listeners.has(.stacks) { pointee.tasks[task].pointee.stack = captureStack() }
      return internalStep(operation, site)
    }
    noteCode(of: task, site)
    beforeOperation(task, operation)
    let result = proceed(task, pointee.world.announce(task, operation), operation.object)
    afterOperation(task, operation, result)
    return result
  }

  /// The running task is about to announce an operation that other tasks can observe.
  func noteCode(of task: TaskID, _ site: CallSite) {
    if pointee.listeners.has(.testFramework) { TestFrameworks(engine: self).noteCode(of: task, site) }
  }

  /// The running task is about to announce an operation.
  @inline(never)
  func beforeOperation(_ task: TaskID, _ operation: Operation) {
    if pointee.listeners.has(.stacks) { AsyncHooks(engine: self).noteCall(of: task, operation.kind) }
    if pointee.listeners.has(.races) { SyncOrder(engine: self).before(task, operation) }
  }

  /// The operation of the running task was performed.
  @inline(never)
  func afterOperation(_ task: TaskID, _ operation: Operation, _ result: Int64) {
    if pointee.listeners.has(.races) { SyncOrder(engine: self).after(task, operation, result) }
  }

  /// The same for an operation without a step.
  func afterSilentOperation(_ task: TaskID, _ operation: Operation, _ outcome: Outcome) {
    if pointee.listeners.has(.stacks) { noteLedger(task) }
    if outcome.kind != .misuse { afterOperation(task, operation, outcome.result) }
  }

  /// As `choose`.
  @inline(never)
  func chooseWithListeners(_ candidates: UnsafeMutablePointer<TaskID>, _ count: Int) -> TaskID {
    if let search = pointee.run.search { return SearchedRun(self, search).choose() }
    if pointee.listeners.has(.prologue) { endOvertakenPrologue() }
    if count < 2 { return count == 1 && candidates[0] != .clock ? candidates[0] : chooseClock() }
    if pointee.listeners.has(.testFramework), TestFrameworks(engine: self).onlyFrameworkIsEnabled {
      return candidates[pointee.world.baselineIndex(current: pointee.current)]
    }
    if pointee.listeners.has(.prologue) {
      endPrologue()
      return choose()
    }
    if pointee.listeners.has(.taskView) { pointee.exploration.choices.pointee.view = taskView }
    return ask(candidates, count)
  }

  /// A step was made part of the trace.
  @inline(never)
  func afterStep(_ task: TaskID, _ operation: Operation) {
    if pointee.listeners.has(.steps) {
      pointee.exploration.choices.pointee.executed(task, operation, site: taskView.site(of: task))
    }
    if pointee.listeners.has(.prologue) { noteInPrologue(task, operation) }
    if pointee.listeners.has(.stacks) {
      while pointee.notes.swiftTasks.count < pointee.trace.count - 1 {
        pointee.notes.swiftTasks.append(.none)
      }
      pointee.notes.swiftTasks.append(swiftTask(making: operation, task))
      noteLedger(task)
    }
  }

  /// The Swift task whose step it is; `.none` where it is that of a thread.
  private func swiftTask(making operation: Operation, _ task: TaskID) -> ObjectID {
    let record = pointee.tasks[task]
    if operation.kind == .arrive { return record.pointee.lastSwiftTask }
    let isOfBlock = operation.kind.uses == .blockStart || operation.kind.uses == .blockEnd
    if isOfBlock { return record.pointee.jobTask }
    if operation.kind == .async, record.pointee.swiftTask == .none {
      // The concurrency runtime hands a task over when it runs no more, but still on its thread.
      guard Int(operation.other) < pointee.tasks.count else { return .none }
      let submitted = pointee.tasks[TaskID(operation.other)].pointee.jobTask
      return submitted == record.pointee.lastSwiftTask ? submitted : .none
    }
    return record.pointee.swiftTask
  }

  /// Another task was chosen than the baseline's.
  ///
  /// Where that is the task of the step before, it could have made this one, too, as reports then say.
  @inline(never)
  func notePreemption(of baseline: TaskID) {
    if pointee.listeners.has(.stacks), baseline == pointee.current {
      pointee.notes.preemptions.append(pointee.trace.count)
    }
  }

  /// The running task is about to perform its operation without a step of its own.
  @inline(__always)
  func noteSilent(_ task: TaskID) {
    if let run = pointee.run.search { run.pointee.watch.include(task, &pointee.world) }
  }

  /// The running task uses what belongs to an object, next to the object's operations.
  @inline(__always)
  func noteUse(of object: ObjectID) {
    if let run = pointee.run.search { run.pointee.watch.include(object, &pointee.world) }
  }

  /// The running task gives up the program's last reference to an object.
  func noteRelease(of object: ObjectID) {
    if let run = pointee.run.search { run.pointee.watch.includeRelease(of: object, &pointee.world) }
  }

  /// The running task does something whose reach is not known.
  func noteUseOfEverything() {
    if let run = pointee.run.search { run.pointee.watch.includeEverything() }
  }

  /// The tasks with what only the engine knows of them; valid for one choice.
  var taskView: TaskView {
    // A record of each task, so that each has a site: handlers are made by the model.
    if pointee.tasks.count != pointee.world.taskTotal { prepareHandlers() }
    var view = pointee.world.taskView
    view.sites = SiteTable(
      base: pointee.tasks.base, stride: MemoryLayout<TaskRecord>.stride,
      site: MemoryLayout<TaskRecord>.offset(of: \.site)!,
      submission: MemoryLayout<TaskRecord>.offset(of: \.submission)!)
    return view
  }

  /// Notes where the entries that the ledger has gained were made.
  private func noteLedger(_ task: TaskID) {
    let record = pointee.tasks[task]
    while pointee.notes.ledger.count < pointee.world.core.ledger.entries.count {
      pointee.notes.ledger.append(
        LedgerNote(step: pointee.trace.count - 1, site: record.pointee.site, stack: record.pointee.stack))
    }
  }
}
#endif
