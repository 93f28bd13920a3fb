// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDThread
import GCDModel
import GCDVocabulary
import Glibc

/// Threads that the program makes: creation, join, end, cancellation, names (pthreads(7)).
extension gcdc_hooks {
  mutating func installThreads() {
    thread_create = { identity, start, argument, isDetached, stackSize, site in
      let engine = theEngine
      guard
        let object = engine.makeThread(
          start, argument, isDetached: isDetached, stackSize: stackSize, site)
      else { return EAGAIN }
      identity.pointee = gcdc_thread_identity(engine.pointee.threads[object.index].thread!)
      let task = engine.pointee.world.threads.task(of: object)
      _ = engine.release(Operation(.createThread, object, other: task.rawValue), site)
      return 0
    }
    thread_adopted = { identity, start, argument, isDetached in
      let engine = theEngine
      guard let object = engine.makeThread(start, argument, isDetached: isDetached, by: .body, nil) else {
        return EAGAIN
      }
      identity.pointee = gcdc_thread_identity(engine.pointee.threads[object.index].thread!)
      engine.pointee.world.beginThread(object)
      return 0
    }
    thread_join = { identity, deadline, isTry, value, site in
      hooks.joinThread(identity, deadline, isTry, value, site)
    }
    thread_detach = { identity, site in
      let engine = theEngine
      let object = engine.thread(identity)
      if object == .none { return Int32(GCDC_NOT_OURS) }
      if engine.performSilently(Operation(.detachThread, object), site) != 0 { return EINVAL }
      engine.giveUp(object)
      return 0
    }
    thread_exit = { site in hooks.leaveThread(site) }
    thread_cancel = { identity, site in
      let engine = theEngine
      let object = engine.thread(identity)
      if object == .none { return Int32(GCDC_NOT_OURS) }
      _ = engine.release(Operation(.cancelThread, object), site)
      return 0
    }
    thread_must_end = { hooks.mustEndNow() }
    thread_ignores_cancellation = { ignores in
      let engine = theEngine
      let object = engine.currentThread
      if object != .none { engine.pointee.world.setIgnoresCancellation(object, ignores) }
    }
    thread_facts = { identity, facts in hooks.describeThread(identity, facts) }
    thread_set_name = { identity, name in
      let engine = theEngine
      let object = engine.thread(identity)
      if object == .none { return Int32(GCDC_NOT_OURS) }
      engine.pointee.notes.names[object] = String(cString: name)
      return 0
    }
  }
}

private var hooks: ThreadHooks { ThreadHooks(engine: theEngine) }

struct ThreadHooks {
  let engine: Engine

  /// Whether the running thread was cancelled and has to end here; it then does.
  func mustEndNow() -> Bool {
    let object = engine.currentThread
    if object == .none || !engine.pointee.world.threads.mustEnd(object) { return false }
    engine.pointee.world.acceptCancellation(object)
    return true
  }

  /// What a cancellation point gives back to its interposer when its wait was ended by a cancellation.
  func cancelled() -> Int32 {
    _ = mustEndNow()
    return Int32(GCDC_CANCELLED)
  }

  fileprivate func joinThread(
    _ identity: UInt, _ deadline: UInt64, _ isTry: Bool,
    _ value: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ site: CallSite
  ) -> Int32 {
    let object = engine.thread(identity)
    if object == .none {
      // A thread of the run that no task can join any more, or one outside.
      return isIdentityOfRun(identity) ? ESRCH : Int32(GCDC_NOT_OURS)
    }
    if object == engine.currentThread { return EDEADLK }  // all that glibc notices
    if !isTry, mustEndNow() { return Int32(GCDC_CANCELLED) }
    let operation = Operation(isTry ? .tryJoin : .join, object, argument: engine.virtualDeadline(deadline))
    let result = engine.step(operation, site)
    switch result {
    case 0: break
    case -1: return isTry ? EBUSY : ETIMEDOUT
    case World.cancelledResult: return cancelled()
    default: return EINVAL
    }
    value?.pointee = engine.pointee.threads[object.index].value
    engine.giveUp(object)
    return 0
  }

  private func isIdentityOfRun(_ identity: UInt) -> Bool {
    var thread = engine.pointee.pool.idle
    while let next = thread {
      if gcdc_thread_identity(next) == identity { return true }
      thread = next.pointee.next
    }
    return false
  }

  /// A thread may end itself anywhere but inside a block: there libdispatch ends the process, once the thread
  /// is unwound (Libdispatch.md 2.11 "pthread_exit inside a block").
  fileprivate func leaveThread(_ site: CallSite) {
    let task = engine.pointee.current
    let queue = engine.pointee.world.innermostHeldQueue(task)
    let isOrdinary = engine.pointee.world.thread(of: task) != .none || task == .body
    let isOnMain = task == .body && queue == engine.pointee.world.mainQueue
    if isOrdinary && (queue == .none || isOnMain) { return }
    engine.fault(.threadExitInBlock, queue, site)
  }

  fileprivate func describeThread(
    _ identity: UInt, _ facts: UnsafeMutablePointer<gcdc_thread_facts>
  ) -> Int32 {
    let object = engine.thread(identity)
    if object == .none { return Int32(GCDC_NOT_OURS) }
    guard let thread = engine.pointee.threads[object.index].thread else { return ESRCH }
    gcdc_thread_stack(thread, &facts.pointee.stack_low, &facts.pointee.stack_high)
    facts.pointee.is_detached = engine.pointee.world.threads.isDetached(object)
    let name = engine.pointee.notes.names[object] ?? ""
    withUnsafeMutableBytes(of: &facts.pointee.name) { bytes in
      var index = 0
      for byte in name.utf8.prefix(bytes.count - 1) {
        bytes[index] = byte
        index += 1
      }
      bytes[index] = 0
    }
    return 0
  }
}
#endif
