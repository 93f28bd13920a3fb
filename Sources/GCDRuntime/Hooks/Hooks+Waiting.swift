// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary
import Glibc

/// Groups and semaphores.
extension gcdc_hooks {
  mutating func installWaiting() {
    group_created = { group, site in
      guard let group else { return }
      let engine = theEngine
      let object = engine.pointee.world.makeGroup(creator: engine.pointee.current)
      engine.register(group, object, site, pinned: true)
    }
    group_enter = { group, site in
      let engine = theEngine
      _ = engine.stepIfPoint(Operation(.enter, engine.group(group)), site)
    }
    group_leave = { group, site in
      let engine = theEngine
      // A work item that the run has never seen goes away, and leaves the group that it keeps for itself.
      if engine.findKnown(group) == .none, gcdc_is_dispatch_address(site) { return false }
      let object = engine.group(group)
      if object.kind == .workItem { return ItemHooks(engine: engine).leaveItem(object, site) }
      _ = engine.release(Operation(.leave, object), site)
      return true
    }
    group_wait = { group, timeout, site in
      let engine = theEngine
      let object = engine.group(group)
      return engine.timed(Operation(.groupWait, object, argument: engine.deadline(timeout)), site)
    }
    group_notify = { group, queue, work, site in
      let engine = theEngine
      let object = engine.group(group)
      ItemHooks(engine: engine).refuseNullBlock(work, object, site)
      let target = engine.queue(queue)
      let item = engine.makeItem(.notify, target, work, by: .notify, site)
      _ = engine.release(Operation(.notify, object, other: item.rawValue), site)
    }
    semaphore_created = { semaphore, value, site in
      let engine = theEngine
      guard let semaphore else {
        engine.fault(.negativeSemaphoreValue, .none, site)
      }
      let object = engine.pointee.world.makeSemaphore(
        value: value, creator: engine.pointee.current)
      engine.register(semaphore, object, site, pinned: true)
    }
    semaphore_signal = { semaphore, site in
      let engine = theEngine
      return Int(engine.release(Operation(.signal, engine.semaphore(semaphore)), site))
    }
    semaphore_wait = { semaphore, timeout, site in
      let engine = theEngine
      let object = engine.semaphore(semaphore)
      if timeout == UInt64.max {
        return Int(engine.step(Operation(.wait, object, argument: Operation.noDeadline), site))
      }
      return engine.timed(Operation(.wait, object, argument: engine.deadline(timeout)), site)
    }
  }
}

extension Engine {
  /// A wait with a deadline: `errno` is ETIMEDOUT when it passes, as with the real library.
  func timed(_ operation: Operation, _ site: CallSite) -> Int {
    let result = Int(step(operation, site))
    if result != 0 { errno = ETIMEDOUT }
    return result
  }
}
#endif
