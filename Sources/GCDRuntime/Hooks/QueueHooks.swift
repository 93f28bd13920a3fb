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
    async = { queue, work, group, site in hooks.async(queue, work, group, site) }
    sync = { queue, work, site in hooks.sync(queue, work, site) }
    after = { when, queue, work, site in hooks.after(when, queue, work, site) }
    set_target = { object, target, site in hooks.retarget(object, target, site) }
    will_create_queue = { attributes, target, site in
      PropertyChecks(engine: theEngine).checkAttributes(attributes, target, site)
    }
    will_read_property = { object, property, site in
      PropertyChecks(engine: theEngine).checkProperty(object, Int(property), site)
    }
    queue_set_width = { queue, width, site in PropertyChecks(engine: theEngine).setWidth(queue, width, site) }
    current_queue = {
      let engine = theEngine
      return engine.address(of: engine.pointee.world.currentQueue(engine.pointee.current))
    }
    assert_queue = { queue, kind, site in hooks.assertQueue(queue, Int(kind), site) }
    queue_set_specific = { queue, key, value, destructor, _ in
      guard let queue, let key else { return }
      let engine = theEngine
      let object = engine.queue(queue)  // pinned, so that the value can be taken back when the run is over
      if let old = engine.pointee.specifics.note(queue, key, value, destructor) {
        engine.destroy(old, of: object)
      }
    }
    get_specific = { key in hooks.specific(key) }
  }
}

private var hooks: QueueHooks { QueueHooks(engine: theEngine) }

struct QueueHooks {
  let engine: Engine

  // MARK: Submission

  @inline(__always)
  fileprivate func async(
    _ queueObject: UnsafeMutableRawPointer?, _ work: gcdc_work, _ groupObject: UnsafeMutableRawPointer?,
    _ site: CallSite
  ) {
    let queue = engine.queue(queueObject)
    ItemHooks(engine: engine).refuseNullBlock(work, queue, site)
    var group = ObjectID.none
    if groupObject != nil {
      group = engine.group(groupObject)
      _ = engine.stepIfPoint(Operation(.enter, group), site)
    }
    let isBarrier = work.flags & UInt32(GCDC_WORK_BARRIER) != 0
    let kind: OperationKind = isBarrier ? .barrierAsync : .async
    if isBarrier { noteGlobalBarrier(queue, kind, site) }
    let job = SwiftTaskHooks(engine: engine).noteJob(work)
    let item = engine.makeItem(isBarrier ? .barrier : .async, queue, work, group: group, by: kind, site)
    engine.pointee.tasks[item].pointee.job = job
    if job == .task || job == .resumed {
      engine.pointee.tasks[item].pointee.jobTask =
        engine.pointee.swiftTasks.object(ofLive: UInt(bitPattern: work.context)) ?? .none
    }
    if engine.pointee.process.isTestBundle, job != .none {
      TestFrameworks(engine: engine).noteJob(item, work)
    }
    if job == .resumption { engine.noteYield(of: item) }
    if engine.pointee.run.privatePost != 0 {
      engine.pointee.world.setPrivate(item, key: engine.pointee.run.privatePost)
      engine.pointee.run.privatePost = 0
    }
    _ = engine.release(Operation(kind, queue, other: item.rawValue), site)
    if job == .resumption { engine.pointee.world.postpone(item) }
  }

  fileprivate func sync(_ queueObject: UnsafeMutableRawPointer?, _ work: gcdc_work, _ site: CallSite) {
    let queue = engine.queue(queueObject)
    let isBarrier = work.flags & UInt32(GCDC_WORK_BARRIER) != 0
    if isBarrier { noteGlobalBarrier(queue, .barrierSync, site) }
    if work.flags & UInt32(GCDC_WORK_WAIT) != 0 {
      return asyncAndWait(queue, work, isBarrier, site)
    }
    let kind: OperationKind = isBarrier ? .barrierSync : .sync
    if engine.pointee.world.isServedByMainThread(queue) { return engine.syncOnMain(queue, work, kind, site) }
    if work.flags & UInt32(GCDC_WORK_ITEM) != 0 { ItemHooks(engine: engine).expectItem(work) }
    _ = engine.step(Operation(kind, queue), site)
    ItemHooks(engine: engine).call(work, isSubmission: false)
    engine.releaseIfPoint(Operation(.endSync, queue), site)
  }

  /// The caller runs the block if it gets the queue at once; else a worker may.
  private func asyncAndWait(_ queue: ObjectID, _ work: gcdc_work, _ isBarrier: Bool, _ site: CallSite) {
    let kind: OperationKind = isBarrier ? .barrierAsyncAndWait : .asyncAndWait
    if engine.pointee.world.isServedByMainThread(queue) {
      return engine.syncOnMain(queue, work, isBarrier ? .barrierSync : .sync, site)
    }
    let item = engine.makeItem(.asyncAndWait, queue, work, by: kind, site)
    let ranElsewhere = engine.step(Operation(kind, queue, other: item.rawValue), site) != 0
    if ranElsewhere { return }
    ItemHooks(engine: engine).call(work, isSubmission: true)
    engine.releaseIfPoint(Operation(.endSync, queue), site)
  }

  fileprivate func after(
    _ when: UInt64, _ queueObject: UnsafeMutableRawPointer?, _ work: gcdc_work, _ site: CallSite
  ) {
    let queue = engine.queue(queueObject)
    ItemHooks(engine: engine).refuseNullBlock(work, queue, site)
    if engine.pointee.run.postsWhenSettled { return whenSettled(queue, work, site) }
    let deadline = engine.deadline(when)
    if deadline == Operation.noDeadline {  // dropped, as the real library does
      if engine.pointee.listeners.has(.stacks) {
        engine.pointee.notes.blocksNeverDue.append(engine.captureStack())
      }
      gcdc_work_dispose(work)
      return
    }
    let item = engine.makeItem(.after, queue, work, by: .arrive, site)
    SwiftTaskHooks(engine: engine).noteDelayedJob(work, item)
    let now = engine.pointee.world.core.clock.now
    let isDue = deadline <= now
    if !isDue { engine.pointee.tasks[item].pointee.delay = deadline - now }
    let operation = Operation(.async, queue, other: item.rawValue, argument: isDue ? 0 : deadline)
    _ = isDue ? engine.release(operation, site) : engine.step(operation, site)
  }

  /// What is enabled then is a matter of all other tasks.
  @inline(never)
  private func whenSettled(_ queue: ObjectID, _ work: gcdc_work, _ site: CallSite) {
    engine.pointee.run.postsWhenSettled = false
    engine.noteUseOfEverything()
    let item = engine.makeItem(.after, queue, work, by: .arrive, site)
    _ = engine.step(
      Operation(.async, queue, other: item.rawValue, argument: Operation.whenSettled), site)
  }

  @inline(never)
  private func noteGlobalBarrier(_ queue: ObjectID, _ kind: OperationKind, _ site: CallSite) {
    guard engine.pointee.world.isGlobal(queue) else { return }
    let task = engine.pointee.current
    let position = engine.pointee.tasks[task].pointee.position
    engine.pointee.notes.globalBarriers.append(
      GlobalBarrierNote(
        task: task, queue: queue, kind: kind, site: position.rawValue == 0 ? Site(site) : position,
        stack: engine.pointee.listeners.has(.stacks) ? engine.pointee.stacks.captureHere() : .none))
  }

  // MARK: Targets, current queue, assertions

  fileprivate func retarget(
    _ object: UnsafeMutableRawPointer?, _ target: UnsafeMutableRawPointer?, _ site: CallSite
  ) -> Bool {
    let modelled = engine.find(object)
    guard modelled.kind == .queue || modelled.kind == .source else { return false }
    let queue = engine.queue(target)
    _ = engine.step(Operation(.retarget, modelled, other: queue.rawValue), site)
    return true
  }

  fileprivate func assertQueue(_ object: UnsafeMutableRawPointer?, _ kind: Int, _ site: CallSite) {
    let task = engine.pointee.current
    let queue = engine.queue(object)
    if queue.kind == .source { engine.fault(.invalidQueueAsserted, queue, site) }
    let misuse: Misuse
    switch kind {
    case GCDC_ASSERT_NOT_ON:
      misuse = engine.pointee.world.isOn(task, queue, barrier: false) ? .onQueue : .none
    case GCDC_ASSERT_BARRIER:
      misuse = engine.pointee.world.isOn(task, queue, barrier: true) ? .none : .notBarrierOnQueue
    default:
      misuse = engine.pointee.world.isOn(task, queue, barrier: false) ? .none : .notOnQueue
    }
    if misuse != .none { engine.fault(misuse, queue, site) }
  }

  fileprivate func specific(_ key: UnsafeRawPointer?) -> UnsafeMutableRawPointer? {
    guard let key else { return nil }
    for queue in engine.pointee.world.frameQueues(engine.pointee.current) {
      if let address = engine.address(of: queue), let value = gcdc_queue_specific(address, key) {
        return value
      }
    }
    return nil
  }
}

extension Engine {
  /// A task for a block that the running task submits.
  func makeItem(
    _ kind: TaskKind, _ queue: ObjectID, _ work: gcdc_work, group: ObjectID = .none,
    by operation: OperationKind,
    _ site: CallSite
  ) -> TaskID {
    let creator = pointee.current
    let task = pointee.world.makeItem(
      creator: creator, kind: kind, queue: queue, barrier: work.flags & UInt32(GCDC_WORK_BARRIER) != 0,
      group: group)
    if pointee.tasks.count != Int(task.rawValue) { prepareHandlers(before: task) }
    let position = pointee.tasks[creator].pointee.position
    pointee.tasks.add(task).initialize(
      to: TaskRecord(
        work: work, submission: position.rawValue == 0 ? Site(site) : position,
        submissionStack: captureStack(), position: position, submittedBy: operation, creator: creator))
    if work.flags & UInt32(GCDC_WORK_ITEM) != 0 { ItemHooks(engine: self).link(task, to: work) }
    return task
  }
}
#endif
