// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDReport
import GCDVocabulary

/// Where async code can be overtaken: a task hops from actor to actor, awaits or resumes a continuation,
/// cancels another task.
extension gcdc_hooks {
  mutating func installAsyncPoints() {
    swift.actor_made = { actor, site in
      let engine = theEngine
      let object = engine.pointee.world.makeActor(creator: engine.pointee.current)
      engine.register(actor, object, site, pinned: false)
      hooks.note(actor, object)
    }
    swift.actor_ended = { actor in
      let engine = theEngine
      if let run = engine.pointee.run.search { run.pointee.actors.remove(actor) }
      if engine.findKnown(actor, .actor) != .none {
        engine.pointee.objects.insert(UInt(bitPattern: actor), .none)
        engine.pointee.notes.actors.noteEnd(of: UInt(bitPattern: actor))
      }
    }
    swift.hop = { target, left, context, site in
      let hooks = hooks
      let (entered, left) = (hooks.actor(target, site), hooks.actor(left, site))
      hooks.step(
        entered == .none
          ? Operation(.leaveActor, left) : Operation(.enterActor, entered, other: left.rawValue), context,
        site)
      if let target, theEngine.pointee.listeners.has(.stacks) {
        hooks.noteArrival(at: target, entered, function: context)
      }
    }
    swift.task_is_made_on = { actor, site in
      _ = theEngine.step(Operation(.makeTask, hooks.actor(actor, site)), site)
      if let maker = gcdc_running_task() {
        theEngine.pointee.swiftTasks.noteGroupUse(by: UInt(bitPattern: maker), isOnActor: true)
      }
    }
    swift.continuation_made = { theEngine.pointee.swiftTasks.noteContinuation(of: UInt(bitPattern: $0)) }
    swift.continuation_awaited = { task, context, site in
      hooks.step(Operation(.awaitResumption, hooks.task(task)), context, site)
    }
    swift.continuation_resumed = { task, checked, site in hooks.resume(task, checked, site) }
    swift.continuation_dropped = {
      let engine = theEngine
      guard engine.pointee.listeners.has(.stacks) else { return }
      engine.pointee.notes.droppedContinuations.append(engine.captureStack())
    }
    swift.task_cancelled = { task, site in
      let cancelled = hooks.task(task)
      _ = theEngine.step(Operation(.cancelTask, cancelled), site)
      theEngine.pointee.notes.cancellations.append(
        CancellationNote(task: theEngine.pointee.current, cancelled: cancelled))
    }
    swift.task_was_cancelled = { hooks.noteEndOfCancellation() }
    swift.child_joins = { hooks.join($0, hasResult: $1) }
    swift.task_ends = { task, context, failed in hooks.end(task, context, failed) }
    swift.task_awaited = { task, context, site in
      hooks.step(Operation(.awaitTask, hooks.task(task)), context, site)
    }
    swift.stream_used = { _ = theEngine.step(Operation(.useStream), nil) }
    swift.element_asked_for = { hooks.askForElement(of: $0, task: $1, wait: $2, hasOneConsumer: $3) }
    swift.group_awaited = { task, isOnActor in hooks.awaitGroup(task, isOnActor) }
  }
}

private var hooks: AsyncHooks { AsyncHooks(engine: theEngine) }

struct AsyncHooks {
  let engine: Engine

  /// A step of an async function that calls by a jump: its stack is what the runtime keeps of it.
  fileprivate func step(_ operation: Operation, _ context: UnsafeRawPointer, _ site: CallSite) {
    if engine.pointee.listeners.has(.stacks) { engine.pointee.run.asyncCall = context }
    noteLock(context, site)
    engine.pointee.run.asyncFrame = (engine.pointee.current, context)
    _ = engine.step(operation, site)
    engine.pointee.run.asyncFrame = nil
  }

  /// The running task may be suspended now, and keep a lock that it holds.
  private func noteLock(_ context: UnsafeRawPointer, _ site: CallSite) {
    let lock = engine.pointee.world.locks.first(heldBy: engine.pointee.current)
    guard lock != .none, let running = gcdc_running_task() else { return }
    var callers = [UInt](repeating: 0, count: Int(GCDC_SUSPENDED_DEPTH))
    let count = gcdc_async_callers(context, &callers)
    engine.pointee.notes.suspensions.append(
      SuspensionNote(
        lock: lock, task: engine.pointee.current, swiftTask: task(running),
        stack: [UInt(bitPattern: site)] + callers.prefix(count)))
  }

  /// The running task is about to make a call: notes its stack, and which Swift task it runs.
  func noteCall(of task: TaskID, _ operation: OperationKind) {
    let record = engine.pointee.tasks[task]
    let context = engine.pointee.run.asyncCall
    if let context {
      engine.pointee.run.asyncCall = nil
      record.pointee.stack = engine.pointee.stacks.capture(record.pointee.site, of: context)
    } else {
      record.pointee.stack = engine.captureStack()
    }
    // What runs in a task from outside of the run, such as a synchronous body, is none of its tasks.
    let known = engine.runningSwiftTask
    record.pointee.swiftTask = known
    if known != .none { record.pointee.lastSwiftTask = known }
    record.pointee.actor = known == .none ? 0 : UInt(bitPattern: gcdc_running_actor())
    if known != .none, let name = gcdc_name_of_running_task() {
      engine.pointee.notes.names[known] = String(cString: name)
    }
    noteUse(ofActorOf: record, operation, context)
  }

  /// The Swift task that makes a call may leave the actor that it is on.
  private func noteUse(
    ofActorOf record: UnsafeMutablePointer<TaskRecord>, _ operation: OperationKind,
    _ context: UnsafeRawPointer?
  ) {
    let (task, actor) = (record.pointee.swiftTask, record.pointee.actor)
    guard actor != 0, task != .none, let running = gcdc_running_task(),
      gcdc_is_default_actor(UnsafeRawPointer(bitPattern: actor)!)
    else { return }
    let visitor = ActorHistory.Visitor(task: task, address: running)
    guard let context else { return engine.pointee.notes.actors.noteCall(of: visitor, on: actor) }
    var functions: [UInt] = []
    if operation != .endTask {
      var buffer = [UInt](repeating: 0, count: Int(GCDC_SUSPENDED_DEPTH))
      let count = gcdc_async_functions(context, &buffer)
      // Where no place is given, the innermost is a library's, and the stack begins with its caller.
      functions = Array(buffer.prefix(count).dropFirst(record.pointee.site == .none ? 1 : 0))
    }
    // An actor's own function does not leave it for the pool: one that has been called from there returns.
    let returns = operation == .leaveActor ? 1 : 0
    engine.pointee.notes.actors.noteLeave(
      of: visitor, from: actor, functions: Array(functions.dropFirst(returns)),
      place: Array(engine.pointee.stacks[record.pointee.stack].dropFirst(returns)),
      isSilent: operation != .enterActor && operation != .leaveActor)
  }

  /// The running Swift task comes to an actor now.
  fileprivate func noteArrival(
    at address: UnsafeMutableRawPointer, _ actor: ObjectID, function: UnsafeRawPointer
  ) {
    let record = engine.pointee.tasks[engine.pointee.current].pointee
    guard record.swiftTask != .none, let running = gcdc_running_task(), gcdc_is_default_actor(address) else {
      return
    }
    engine.pointee.notes.actors.noteArrival(
      of: ActorHistory.Visitor(task: record.swiftTask, address: running), at: UInt(bitPattern: address),
      actor,
      function: UInt(bitPattern: function), place: engine.pointee.stacks[record.stack])
  }

  /// The actor at an address; one that was there before the run, or has an executor of its own, is met at the
  /// first hop.
  fileprivate func actor(_ address: UnsafeMutableRawPointer?, _ site: CallSite) -> ObjectID {
    guard let address else { return .none }
    let known = engine.findKnown(address, .actor)
    if known != .none { return known }
    let object = engine.pointee.world.makeActor(creator: .clock)
    engine.register(address, object, site, pinned: false, adopted: true)
    // Its address is not given to another object before the run is over, whenever it ends.
    gcdc_keep_address(address)
    engine.pointee.held.executors.append(address)
    note(address, object)
    return object
  }

  /// Reports call an actor by its type, and it may have ended when they are made.
  fileprivate func note(_ actor: UnsafeMutableRawPointer, _ object: ObjectID) {
    if let run = engine.pointee.run.search { run.pointee.actors.add(actor, object) }
    guard engine.pointee.listeners.has(.stacks) else { return }
    if let main = gcdc_main_executor(), main == UnsafeRawPointer(actor) {
      engine.pointee.notes.names[object] = ObjectName.mainActor
      return
    }
    let type = unsafeBitCast(actor.load(as: UnsafeRawPointer.self), to: Any.Type.self)
    engine.pointee.notes.names[object] = _typeName(type, qualified: false)
  }

  /// The task at an address; one that a library has made is met when it is resumed or cancelled first.
  fileprivate func task(_ address: UnsafeMutableRawPointer?) -> ObjectID {
    address.map { SwiftTaskHooks(engine: engine).object(of: $0) } ?? .none
  }

  /// The innermost call of the running task's that cancels another one returns.
  fileprivate func noteEndOfCancellation() {
    let task = engine.pointee.current
    let calls = engine.pointee.notes.cancellations
    guard let index = calls.lastIndex(where: { $0.task == task && $0.end == .max }) else { return }
    engine.pointee.notes.cancellations[index].end = engine.pointee.trace.count
  }

  /// Off actors nothing of others depends on whether the wait is over at once. But where an actor's function
  /// has a group, the runtime leaves the actor at the end of the group and comes back, within one call.
  fileprivate func awaitGroup(_ task: UnsafeMutableRawPointer, _ isOnActor: Bool) {
    let object = self.task(task)
    let wasOnActor = engine.pointee.swiftTasks.noteGroupUse(
      by: UInt(bitPattern: task), isOnActor: isOnActor)
    if isOnActor || wasOnActor { step(Operation(.awaitGroup, object), gcdc_first_context(task), nil) }
  }

  /// The running task is about to take the lock of a stream and to take an element, or to wait for one.
  fileprivate func askForElement(
    of stream: UnsafeRawPointer, task: UnsafeMutableRawPointer, wait: UnsafeRawPointer, hasOneConsumer: Bool
  ) {
    step(Operation(.awaitElement), wait, nil)
    if !hasOneConsumer { return }
    let consumer = StreamConsumers.Consumer(
      task: UInt(bitPattern: task), wait: UInt(bitPattern: wait), object: self.task(task),
      runner: engine.pointee.current)
    if let first = engine.pointee.streams.note(consumer, of: UInt(bitPattern: stream)) {
      engine.pointee.run.firstConsumer = first
      engine.stopAndLeave(.secondConsumer, engine.pointee.current, .none, .none)
    }
  }

  /// The running task makes a child in a group.
  fileprivate func join(_ group: UnsafeRawPointer, hasResult: Bool) {
    engine.pointee.swiftTasks.noteJoining(UInt(bitPattern: group))
    if let run = engine.pointee.run.search, let maker = gcdc_running_task() {
      run.pointee.groups.add(UInt(bitPattern: group), of: task(maker), hasResults: hasResult)
    }
  }

  /// The running task is about to end; its function has returned, or thrown.
  fileprivate func end(_ task: UnsafeMutableRawPointer, _ context: UnsafeRawPointer, _ failed: Bool) {
    let object = self.task(task)
    let made = engine.pointee.swiftTasks.entry(at: UInt(bitPattern: task))?.site.address
    step(Operation(.endTask, object), context, made.flatMap(UnsafeRawPointer.init(bitPattern:)))
    if failed, let run = engine.pointee.run.search { run.pointee.childFails = true }
  }

  /// Another task may resume the continuation before this one does, also between its step and its call.
  fileprivate func resume(
    _ task: UnsafeMutableRawPointer?, _ checked: UnsafeMutableRawPointer?, _ site: CallSite
  ) {
    let address = checked.map { UInt(bitPattern: $0) }
    let before = engine.pointee.swiftTasks.earlierResumption(
      of: task.map { UInt(bitPattern: $0) }, checked: address)
    let object = before?.task ?? self.task(task)
    _ = engine.step(Operation(.resumeTask, object), site)
    if engine.pointee.process.watchesRaces { SyncOrder(engine: engine).resume(object) }
    let awaiting = checked.map { gcdc_task_of_checked($0) } ?? task
    let number = awaiting.map { UInt(bitPattern: $0) }
    if let earlier = engine.pointee.swiftTasks.earlierResumption(of: number, checked: address) {
      engine.pointee.run.firstResumption = earlier
      engine.stopAndLeave(.resumedTwice, engine.pointee.current, .none, object)
    }
    guard let number else { return }
    let runner = engine.pointee.current
    let entry = engine.pointee.listeners.has(.stacks) ? engine.pointee.swiftTasks.entry(at: number) : nil
    let record = engine.pointee.tasks[runner].pointee
    engine.pointee.swiftTasks.note(
      SwiftTaskTable.Resumption(
        task: object, awaiting: entry?.suspendedStack() ?? [], runner: runner,
        swiftTask: record.swiftTask == .none ? record.jobTask : record.swiftTask, site: Site(site),
        stack: record.stack), of: number, checked: address)
  }
}
#endif
