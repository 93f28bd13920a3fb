// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

/// Every verb, through the calls that users of Dispatch make.
extension ScheduleBody {
  func perform(_ step: Step, _ locals: inout Locals) {
    switch step.action {
    case .async:
      announcePost(at: step.position)
      submit(step.action, &locals)
    case .sync, .after, .apply, .once, .notify: submit(step.action, &locals)
    case .repeat(let times, let block):
      for _ in 0..<times {
        passSilently()
        run(block, &locals)
      }
    case .either(let branches):
      run(branches[runtime.choose(branches.count)].steps, &locals)
    case .if(let condition, let then, let otherwise):
      run(holds(condition, locals) ? then : otherwise, &locals)
    case .enter(let group): self.group(group)?.enter()
    case .leave(let group): self.group(group)?.leave()
    case .signal(let semaphore): self.semaphore(semaphore)?.signal()
    case .wait(let wait): self.wait(wait, &locals)
    case .suspend(let object): self.object(object)?.suspend()
    case .resume(let object): self.object(object)?.resume()
    case .activate(let object): self.object(object)?.activate()
    case .cancel(let object):
      if object.kind == .timer { timer(object)?.cancel() } else { item(object)?.cancel() }
    case .drop(let object): drop(object)
    case .perform(let item): self.item(item)?.perform()
    case .retarget(let queue, let target):
      if let target = self.queue(target) { self.queue(queue)?.setTarget(queue: target) }
    case .sleep(let nanoseconds):
      var time = timespec(tv_sec: nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
      nanosleep(&time, nil)
    case .note(let text):
      passSilently()
      runtime.note(text)
    case .set, .add, .read, .assert: compute(step.action, &locals)
    case .mustBeOn(let queue, let barrier):
      if let queue = self.queue(queue) {
        dispatchPrecondition(condition: barrier ? .onQueueAsBarrier(queue) : .onQueue(queue))
      }
    case .mustNotBeOn(let queue):
      if let queue = self.queue(queue) { dispatchPrecondition(condition: .notOnQueue(queue)) }
    }
  }

  private func submit(_ action: Action, _ locals: inout Locals) {
    switch action {
    case .async(let queue, let block, let options):
      guard let queue = self.queue(queue) else { return }
      if let group = options.group, self.group(group) == nil { return }
      if options.waits {
        return AsyncAndWait.run(on: queue, barrier: options.barrier, closure(block, locals))
      }
      let group = options.group.flatMap { objects.groups[$0.index] }
      if case .item(let index) = block, let item = objects.items[index] {
        if let group { queue.async(group: group, execute: item) } else { queue.async(execute: item) }
        return
      }
      queue.async(
        group: group, qos: options.qos.dispatch, flags: options.barrier ? .barrier : [],
        execute: closure(block, locals))
    case .sync(let queue, let block, let barrier):
      guard let queue = self.queue(queue) else { return }
      if case .item(let index) = block, let item = objects.items[index] { return queue.sync(execute: item) }
      if barrier {
        queue.sync(flags: .barrier) { run(block, &locals) }
      } else {
        queue.sync { run(block, &locals) }
      }
    case .after(let delay, let wall, let queue, let block, let options):
      guard let queue = self.queue(queue) else { return }
      submit(after: delay, wall: wall, to: queue, block, options, locals)
    case .apply(let iterations, let block):
      let closure = closure(block, locals)
      DispatchQueue.concurrentPerform(iterations: iterations) { _ in closure() }
    case .once(let token, let block):
      objects.onceTokens[token.index].run(closure(block, locals))
    case .notify(let object, let queue, let block, let qos):
      guard let queue = self.queue(queue) else { return }
      let closure = closure(block, locals)
      if object.kind == .group {
        group(object)?.notify(qos: qos.dispatch, queue: queue, execute: closure)
      } else {
        item(object)?.notify(qos: qos.dispatch, queue: queue, execute: closure)
      }
    default: break
    }
  }

  private func submit(
    after delay: VirtualDuration, wall: Bool, to queue: DispatchQueue, _ block: Block,
    _ options: SubmitOptions,
    _ locals: Locals
  ) {
    if case .item(let index) = block, let item = objects.items[index] {
      if wall { return queue.asyncAfter(wallDeadline: wallDeadline(delay), execute: item) }
      return queue.asyncAfter(deadline: deadline(delay), execute: item)
    }
    let closure = closure(block, locals)
    let flags: DispatchWorkItemFlags = options.barrier ? .barrier : []
    if wall {
      queue.asyncAfter(
        wallDeadline: wallDeadline(delay), qos: options.qos.dispatch, flags: flags, execute: closure)
    } else {
      queue.asyncAfter(deadline: deadline(delay), qos: options.qos.dispatch, flags: flags, execute: closure)
    }
  }

  private func wait(_ wait: Wait, _ locals: inout Locals) {
    guard let object = awaited(wait.object) else { return }
    let result =
      wait.wall
      ? object.wait(wallTimeout: wallDeadline(wait.timeout)) : object.wait(timeout: deadline(wait.timeout))
    run(result == .success ? wait.inTime : wait.timedOut, &locals)
  }

  private func deadline(_ duration: VirtualDuration) -> DispatchTime {
    switch duration {
    case .nanoseconds(let nanoseconds): .now() + .nanoseconds(nanoseconds)
    case .forever: .distantFuture
    }
  }

  private func wallDeadline(_ duration: VirtualDuration) -> DispatchWallTime {
    switch duration {
    case .nanoseconds(let nanoseconds): .now() + .nanoseconds(nanoseconds)
    case .forever: .distantFuture
    }
  }
}
