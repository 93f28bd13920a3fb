// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDUnwind
import GCDModel
import GCDVocabulary

/// A run without threads, in a process that is forked afterwards: what the steps of most programs need for
/// the first time is there in each fork.
extension Engine {
  /// The body and a thread meet at a lock and at a queue. The run has begun, and the next one forgets it.
  func rehearse() {
    let body = pointee.world.makeBody(mainQueueHost: .bodyIsMain)
    pointee.tasks.add(body).initialize(to: TaskRecord())
    pointee.current = body
    pointee.tasks[body].pointee.site = Site(UnsafeRawPointer(bitPattern: gcdc_program_address()))
    let lock = pointee.world.makeLock(recursive: false, creator: body)
    let queue = pointee.world.makeQueue(
      serial: true, target: .none, inactive: false, immutableTarget: true, creator: body)
    let thread = pointee.world.makeThread(creator: body)
    pointee.tasks.add(thread).initialize(to: TaskRecord())
    pointee.tasks[thread].pointee.site = pointee.tasks[body].pointee.site
    pointee.threads.append(ThreadRecord())
    pointee.held.pins.append(UnsafeMutableRawPointer(self))
    pointee.held.pins.removeLast()
    pointee.stacks.prepare()
    rehearse(body, Operation(.lock, lock))
    rehearse(thread, Operation(.lock, lock))
    rehearse(body, Operation(.unlock, lock))
    rehearse(thread)
    rehearse(thread, Operation(.sync, queue))
    rehearse(body, Operation(.sync, queue))
    // As where a task waits for one of several: what that needs is made at its first use.
    _ = pointee.world.ownerCycle(of: body)
    rehearse(thread, Operation(.endSync, queue))
    rehearse(body)
  }

  /// Performs the next operation of the task, if it can be: what it announces, or what it has announced.
  private func rehearse(_ task: TaskID, _ operation: Operation? = nil) {
    if let operation { _ = pointee.world.announce(task, operation) }
    guard pointee.world.isEnabled(task) else { return }
    let operation = pointee.world.pendingOperation(of: task)
    record(task, operation, pointee.world.perform(task))
  }
}
#endif
