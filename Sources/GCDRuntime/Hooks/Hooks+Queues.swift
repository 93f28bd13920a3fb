// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary

/// Queues: creation, submission, sync, targets, what is current.
extension gcdc_hooks {
  mutating func installQueues() {
    queue_created = { queue, site in
      guard let queue else { return }
      theEngine.registerQueue(queue, site)
    }
    async = { queue, work, group, site in theEngine.async(queue, work, group, site) }
    sync = { queue, work, site in theEngine.sync(queue, work, site) }
    after = { when, queue, work, site in theEngine.after(when, queue, work, site) }
    set_target = { object, target, site in theEngine.retarget(object, target, site) }
    will_create_queue = { attributes, target, site in theEngine.checkAttributes(attributes, target, site) }
    will_read_property = { object, property, site in theEngine.checkProperty(object, Int(property), site) }
    queue_set_width = { queue, width, site in theEngine.setWidth(queue, width, site) }
    current_queue = {
      let engine = theEngine
      return engine.address(of: engine.state.pointee.world.currentQueue(engine.state.pointee.current))
    }
    assert_queue = { queue, kind, site in theEngine.assertQueue(queue, Int(kind), site) }
    queue_set_specific = { queue, key, value, destructor, _ in
      guard let queue, let key else { return }
      let engine = theEngine
      let object = engine.queue(queue)  // pinned, so that the value can be taken back when the run is over
      if let old = engine.state.pointee.specifics.note(queue, key, value, destructor) {
        engine.destroy(old, of: object)
      }
    }
    get_specific = { key in theEngine.specific(key) }
  }
}

extension Engine {
  // MARK: Submission

  /// A task for a block that the running task submits.
  func makeItem(
    _ kind: TaskKind, _ queue: ObjectID, _ work: gcdc_work, group: ObjectID, by operation: OperationKind,
    _ site: CallSite
  ) -> TaskID {
    let creator = state.pointee.current
    let task = state.pointee.world.makeItem(
      creator: creator, kind: kind, queue: queue, barrier: work.flags & UInt32(GCDC_WORK_BARRIER) != 0,
      group: group)
    if state.pointee.taskRecords != Int(task.rawValue) { prepareHandlers() }
    let position = state.pointee.tasks[Int(creator.rawValue)].position
    let stack = state.pointee.recordsStacks ? state.pointee.stacks.captureHere() : .none
    growTasks(to: task)
    state.pointee.taskRecords = Int(task.rawValue) &+ 1
    (state.pointee.tasks + Int(task.rawValue)).initialize(
      to: TaskRecord(
        thread: nil, work: work, result: 0, site: .none, stack: .none,
        submission: position.rawValue == 0 ? Site(site) : position, submissionStack: stack,
        position: position,
        submittedBy: operation, delay: 0, creator: creator, source: .none, workerNumber: 0))
    if work.flags & UInt32(GCDC_WORK_ITEM) != 0 { link(task, to: work) }
    return task
  }

  @inline(__always)
  func growTasks(to task: TaskID) {
    let needed = Int(task.rawValue) + 1
    if needed > state.pointee.taskCapacity { moveTasks(needed) }
  }

  @inline(never)
  private func moveTasks(_ needed: Int) {
    let capacity = max(needed, state.pointee.taskCapacity * 2)
    let larger = UnsafeMutablePointer<TaskRecord>.allocate(capacity: capacity)
    larger.moveInitialize(from: state.pointee.tasks, count: state.pointee.taskRecords)
    state.pointee.tasks.deallocate()
    state.pointee.tasks = larger
    state.pointee.taskCapacity = capacity
  }

  @inline(__always)
  fileprivate func async(
    _ queueObject: UnsafeMutableRawPointer?, _ work: gcdc_work, _ groupObject: UnsafeMutableRawPointer?,
    _ site: CallSite
  ) {
    let queue = self.queue(queueObject)
    refuseNullBlock(work, queue, site)
    var group = ObjectID.none
    if groupObject != nil {
      group = self.group(groupObject)
      _ = stepIfPoint(Operation(.enter, group), site)
    }
    let isBarrier = work.flags & UInt32(GCDC_WORK_BARRIER) != 0
    let kind: OperationKind = isBarrier ? .barrierAsync : .async
    if isBarrier { noteGlobalBarrier(queue, kind, site) }
    let job = noteJob(work)
    let item = makeItem(isBarrier ? .barrier : .async, queue, work, group: group, by: kind, site)
    state.pointee.tasks[Int(item.rawValue)].job = job
    if state.pointee.isTestBundle, job != .none { noteFrameworkJob(item, work) }
    if job == .resumption { state.pointee.scheduler.yielded(item) }
    if state.pointee.privatePost != 0 {
      state.pointee.world.setPrivate(item, key: state.pointee.privatePost)
      state.pointee.privatePost = 0
    }
    _ = step(Operation(kind, queue, other: item.rawValue), site)
    if job == .resumption { state.pointee.world.postpone(item) }
  }

  fileprivate func sync(_ queueObject: UnsafeMutableRawPointer?, _ work: gcdc_work, _ site: CallSite) {
    let queue = self.queue(queueObject)
    let isBarrier = work.flags & UInt32(GCDC_WORK_BARRIER) != 0
    if isBarrier { noteGlobalBarrier(queue, .barrierSync, site) }
    if work.flags & UInt32(GCDC_WORK_WAIT) != 0 {
      return asyncAndWait(queue, work, isBarrier, site)
    }
    let kind: OperationKind = isBarrier ? .barrierSync : .sync
    if state.pointee.world.isServedByMainThread(queue) { return syncOnMain(queue, work, kind, site) }
    if work.flags & UInt32(GCDC_WORK_ITEM) != 0 { expectItem(work) }
    _ = step(Operation(kind, queue), site)
    call(work, isSubmission: false)
    _ = stepIfPoint(Operation(.endSync, queue), site)
  }

  /// The caller runs the block if it gets the queue at once; else a worker may.
  private func asyncAndWait(_ queue: ObjectID, _ work: gcdc_work, _ isBarrier: Bool, _ site: CallSite) {
    let kind: OperationKind = isBarrier ? .barrierAsyncAndWait : .asyncAndWait
    if state.pointee.world.isServedByMainThread(queue) {
      return syncOnMain(queue, work, isBarrier ? .barrierSync : .sync, site)
    }
    let item = makeItem(.asyncAndWait, queue, work, group: .none, by: kind, site)
    let ranElsewhere = step(Operation(kind, queue, other: item.rawValue), site) != 0
    if ranElsewhere { return }
    call(work, isSubmission: true)
    _ = stepIfPoint(Operation(.endSync, queue), site)
  }

  fileprivate func after(
    _ when: UInt64, _ queueObject: UnsafeMutableRawPointer?, _ work: gcdc_work, _ site: CallSite
  ) {
    let queue = self.queue(queueObject)
    refuseNullBlock(work, queue, site)
    let deadline = self.deadline(when)
    if deadline == Operation.noDeadline {  // dropped, as the real library does
      gcdc_work_dispose(work)
      return
    }
    let item = makeItem(.after, queue, work, group: .none, by: .arrive, site)
    let now = state.pointee.world.core.clock.now
    let isDue = deadline <= now
    if !isDue { state.pointee.tasks[Int(item.rawValue)].delay = deadline - now }
    _ = step(Operation(.async, queue, other: item.rawValue, argument: isDue ? 0 : deadline), site)
  }

  @inline(never)
  private func noteGlobalBarrier(_ queue: ObjectID, _ kind: OperationKind, _ site: CallSite) {
    guard state.pointee.world.isGlobal(queue) else { return }
    let task = state.pointee.current
    let position = state.pointee.tasks[Int(task.rawValue)].position
    state.pointee.globalBarriers.append(
      GlobalBarrierNote(
        task: task, queue: queue, kind: kind, site: position.rawValue == 0 ? Site(site) : position,
        stack: state.pointee.recordsStacks ? state.pointee.stacks.captureHere() : .none))
  }

  // MARK: Targets, current queue, assertions

  fileprivate func retarget(
    _ object: UnsafeMutableRawPointer?, _ target: UnsafeMutableRawPointer?, _ site: CallSite
  ) -> Bool {
    let modelled = find(object)
    guard modelled.kind == .queue || modelled.kind == .source else { return false }
    let queue = self.queue(target)
    _ = step(Operation(.retarget, modelled, other: queue.rawValue), site)
    return true
  }

  fileprivate func assertQueue(_ object: UnsafeMutableRawPointer?, _ kind: Int, _ site: CallSite) {
    let task = state.pointee.current
    let queue = self.queue(object)
    if queue.kind == .source { fault(.invalidQueueAsserted, queue, site) }
    let misuse: Misuse
    switch kind {
    case GCDC_ASSERT_NOT_ON:
      misuse = state.pointee.world.isOn(task, queue, barrier: false) ? .onQueue : .none
    case GCDC_ASSERT_BARRIER:
      misuse = state.pointee.world.isOn(task, queue, barrier: true) ? .none : .notBarrierOnQueue
    default:
      misuse = state.pointee.world.isOn(task, queue, barrier: false) ? .none : .notOnQueue
    }
    if misuse != .none { fault(misuse, queue, site) }
  }

  /// The running task does what libdispatch ends the process for.
  func fault(_ misuse: Misuse, _ object: ObjectID, _ site: CallSite) -> Never {
    let task = state.pointee.current
    let record = state.pointee.tasks + Int(task.rawValue)
    record.pointee.site = record.pointee.position.rawValue == 0 ? Site(site) : record.pointee.position
    if state.pointee.recordsStacks { record.pointee.stack = state.pointee.stacks.captureHere() }
    stopAndLeave(.misuse, task, misuse, object)
  }

  fileprivate func specific(_ key: UnsafeRawPointer?) -> UnsafeMutableRawPointer? {
    guard let key else { return nil }
    for queue in state.pointee.world.frameQueues(state.pointee.current) {
      if let address = address(of: queue), let value = gcdc_queue_specific(address, key) { return value }
    }
    return nil
  }

  func address(of object: ObjectID) -> UnsafeMutableRawPointer? {
    guard let record = state.pointee.records.find(object) else { return nil }
    return UnsafeMutableRawPointer(bitPattern: record.pointee.address)
  }
}
#endif
