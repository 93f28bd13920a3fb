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
      }
    }
    swift.hop = { target, left, context, site in
      let hooks = hooks
      let (entered, left) = (hooks.actor(target, site), hooks.actor(left, site))
      hooks.step(
        entered == .none
          ? Operation(.leaveActor, left) : Operation(.enterActor, entered, other: left.rawValue), context,
        site)
    }
    swift.task_is_made_on = { actor, site in
      _ = theEngine.step(Operation(.makeTask, hooks.actor(actor, site)), site)
    }
    swift.continuation_made = { task, site in hooks.noteContinuation(of: task, site) }
    swift.continuation_awaited = { task, context, site in
      hooks.step(Operation(.awaitResumption, hooks.task(task)), context, site)
    }
    swift.continuation_resumed = { task, site in
      _ = theEngine.step(Operation(.resumeTask, hooks.task(task)), site)
    }
    swift.task_cancelled = { task, site in
      _ = theEngine.step(Operation(.cancelTask, hooks.task(task)), site)
    }
  }
}

private var hooks: AsyncHooks { AsyncHooks(engine: theEngine) }

struct AsyncHooks {
  let engine: Engine

  /// A step of an async function that calls by a jump: its stack is what the runtime keeps of it.
  fileprivate func step(_ operation: Operation, _ context: UnsafeRawPointer, _ site: CallSite) {
    if engine.pointee.listeners.has(.stacks) { engine.pointee.run.asyncCall = context }
    _ = engine.step(operation, site)
  }

  /// The running task is about to make a call: notes its stack, and which Swift task it runs.
  func noteCall(of task: TaskID) {
    let record = engine.pointee.tasks[task]
    if let context = engine.pointee.run.asyncCall {
      engine.pointee.run.asyncCall = nil
      record.pointee.stack = engine.pointee.stacks.capture(record.pointee.site, of: context)
    } else {
      record.pointee.stack = engine.captureStack()
    }
    // What runs in a task from outside of the run, such as a synchronous body, is none of its tasks.
    let running = gcdc_running_task()
    let known = running.flatMap { engine.pointee.swiftTasks.object(ofLive: UInt(bitPattern: $0)) }
    record.pointee.swiftTask = known ?? .none
    if let known, let name = gcdc_name_of_running_task() {
      engine.pointee.notes.names[known] = String(cString: name)
    }
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

  fileprivate func noteContinuation(of task: UnsafeMutableRawPointer, _ site: CallSite) {
    engine.pointee.swiftTasks.noteContinuation(of: UInt(bitPattern: task), Site(site))
  }
}
#endif
