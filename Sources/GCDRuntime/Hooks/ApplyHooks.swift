// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDReport
import GCDVocabulary

extension gcdc_hooks {
  mutating func installApply() {
    apply = { iterations, queue, body, context, site in
      hooks.apply(iterations, queue, body, context, site)
    }
  }
}

/// One `dispatch_apply` while it runs: shared by the caller and the workers that help it.
private struct ApplyState {
  var queue: ObjectID
  var next: Int
  var iterations: Int
  var remaining: Int
  var body: @convention(c) (UnsafeMutableRawPointer?, Int) -> Void
  var context: UnsafeMutableRawPointer?
  /// The index is handed out by an atomic increment: each hand-out is a scheduling point on this variable.
  var counter: ObjectID
  /// Signalled once, by the one that finishes the last iteration.
  var done: ObjectID
  /// Caller and workers that still look at this state; the last one frees it.
  var users: Int
}

private var hooks: ApplyHooks { ApplyHooks(engine: theEngine) }

struct ApplyHooks {
  let engine: Engine

  /// CPUs that a controlled program sees: bounds the workers of an apply.
  static let processors = 4

  /// Libdispatch.md 2.10: the caller takes part; workers = min(CPUs, iterations); a serial queue, or the
  /// queue that one is on, means a sync and a loop in order of the index.
  func apply(
    _ iterations: Int, _ queueObject: UnsafeMutableRawPointer?,
    _ body: @escaping @convention(c) (UnsafeMutableRawPointer?, Int) -> Void,
    _ context: UnsafeMutableRawPointer?,
    _ site: CallSite
  ) {
    if iterations == 0 { return }
    let queue = engine.queue(queueObject)
    let task = engine.pointee.current
    let isGlobal = engine.pointee.world.isGlobal(queue)
    let workers = min(ApplyHooks.processors, iterations) - 1
    let isInOrder =
      workers == 0 || engine.pointee.world.isSerial(queue)
      || (!isGlobal && engine.pointee.world.currentQueue(task) == queue)
    _ = engine.step(Operation(.sync, queue), site)
    if isInOrder {
      for index in 0..<iterations {
        call(body, context, ApplyIteration(queue: queue, index: index))
      }
    } else {
      let shared = UnsafeMutablePointer<ApplyState>.allocate(capacity: 1)
      shared.initialize(
        to: ApplyState(
          queue: queue, next: 0, iterations: iterations, remaining: iterations, body: body, context: context,
          counter: engine.pointee.world.makeVariable(creator: task),
          done: engine.pointee.world.makeSemaphore(value: 0, creator: task), users: workers + 1))
      if engine.pointee.listeners.has(.stacks) {
        engine.pointee.notes.names[shared.pointee.counter] = ObjectName.nextIteration
        engine.pointee.notes.names[shared.pointee.done] = ObjectName.lastIteration
      }
      for _ in 0..<workers {
        let work = gcdc_work(function: runApplyWorker, context: shared, flags: 0, reserved: 0)
        let item = engine.makeItem(.applyWorker, queue, work, by: .async, site)
        _ = engine.performSilently(Operation(.async, queue, other: item.rawValue), site)
      }
      iterate(shared, site)
      _ = engine.step(Operation(.wait, shared.pointee.done, argument: Operation.noDeadline), site)
      engine.order(shared.pointee.counter, releases: false)
      leave(shared)
    }
    _ = engine.stepIfPoint(Operation(.endSync, queue), site)
  }

  private func iterate(_ shared: UnsafeMutablePointer<ApplyState>, _ site: CallSite) {
    while true {
      _ = engine.step(Operation(.write, shared.pointee.counter), site)
      let index = shared.pointee.next
      if index >= shared.pointee.iterations { return }
      shared.pointee.next = index + 1
      call(
        shared.pointee.body, shared.pointee.context,
        ApplyIteration(queue: shared.pointee.queue, index: index))
      engine.order(shared.pointee.counter, releases: true)
      engine.noteUse(of: shared.pointee.counter)
      shared.pointee.remaining -= 1
      if shared.pointee.remaining == 0 { _ = engine.step(Operation(.signal, shared.pointee.done), site) }
    }
  }

  private func call(
    _ body: @convention(c) (UnsafeMutableRawPointer?, Int) -> Void, _ context: UnsafeMutableRawPointer?,
    _ iteration: ApplyIteration
  ) {
    // Records may move meanwhile, and an iteration may call `concurrentPerform` itself.
    let task = engine.pointee.current
    let outer = engine.pointee.tasks[task].pointee.iteration
    engine.pointee.tasks[task].pointee.iteration = iteration
    gcdc_call_indexed(body, context, iteration.index)
    engine.pointee.tasks[task].pointee.iteration = outer
  }

  private func leave(_ shared: UnsafeMutablePointer<ApplyState>) {
    shared.pointee.users -= 1
    if shared.pointee.users == 0 { shared.deallocate() }
  }

  fileprivate func helpApply(_ shared: UnsafeMutablePointer<ApplyState>) {
    // The work is called with control on, as a block is; this part is the engine's own.
    _ = gcdc_control(false)
    engine.noteUse(of: shared.pointee.counter)
    if shared.pointee.next < shared.pointee.iterations { iterate(shared, nil) }
    leave(shared)
    _ = gcdc_control(true)
  }
}

private let runApplyWorker: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
  hooks.helpApply(context!.assumingMemoryBound(to: ApplyState.self))
}
#endif
