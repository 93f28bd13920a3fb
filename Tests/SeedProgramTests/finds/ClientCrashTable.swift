// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

extension ClientCrash {
  static let table: [ClientCrash] = queues + lifetime + counters + items + sources + asserts

  private static let queues = [
    ClientCrash("Queue type doesn't support dispatch_sync") {
      CDispatch.sync(makeSource(), nil) { _ in }
    },
    ClientCrash("Invalid queue attribute") {
      let create: @convention(c) (UnsafePointer<CChar>, UnsafeRawPointer) -> CDispatch.Queue =
        CDispatch.find("dispatch_queue_create")
      let stray = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16)
      stray.storeBytes(of: 0, as: UInt64.self)
      _ = create("q", stray)
    },
    ClientCrash("Cannot specify both overcommit and a non-global target queue") {
      let create:
        @convention(c) (UnsafePointer<CChar>, UnsafeRawPointer?, CDispatch.Queue) -> CDispatch.Queue =
          CDispatch.find("dispatch_queue_create_with_target")
      let overcommit: @convention(c) (UnsafeRawPointer?, Bool) -> UnsafeRawPointer = CDispatch.find(
        "dispatch_queue_attr_make_with_overcommit")
      _ = create("q", overcommit(nil, true), CDispatch.makeSerialQueue("target"))
    },
    ClientCrash("Cannot specify an overcommit attribute and use this kind of target queue", is: .passedOn),
    ClientCrash("Unsupported interface", is: .otherPlatform),
    ClientCrash("Corrupted priority", is: .corruption),
    ClientCrash("Cannot change the target of a queue already targeted by other dispatch objects") {
      let target = DispatchQueue(label: "target")
      let queue = DispatchQueue(label: "q", target: target)
      target.setTarget(queue: DispatchQueue(label: "other"))
      queue.sync {}
    },
    ClientCrash("Cannot change the target of this object after it has been activated") {
      DispatchQueue(label: "q").setTarget(queue: DispatchQueue(label: "other"))
    },
    ClientCrash("Unexpected dispatch object type", is: .passedOn),
    ClientCrash("Cannot set width of a serial queue") {
      let set: @convention(c) (CDispatch.Queue, Int) -> Void = CDispatch.find("dispatch_queue_set_width")
      set(CDispatch.makeSerialQueue("q"), 4)
    },
    ClientCrash("Queue doesn't support dispatch_queue_set_specific") {
      let key = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
      CDispatch.setSpecific(makeSource(), key, key) { _ in }
    },
    ClientCrash("Cannot change label for this queue") {
      let set: @convention(c) (CDispatch.Queue, UnsafePointer<CChar>) -> Void = CDispatch.find(
        "dispatch_queue_set_label_nocopy")
      set(CDispatch.makeSerialQueue("q"), "other")
    },
    ClientCrash("dispatch queue/source property setter called after activation") {
      let set: @convention(c) (CDispatch.Queue, UInt32, Int32) -> Void = CDispatch.find(
        "dispatch_set_qos_class_floor")
      set(CDispatch.makeSerialQueue("q"), 0x19, 0)
    },
    ClientCrash("dispatch_set_qos_class_floor called on invalid object type", is: .passedOn),
    ClientCrash("Waiter pushed onto manager", is: .internals),
  ]

  private static let lifetime = [
    ClientCrash("Over-resume of an object", "GCD202") { DispatchQueue(label: "q").resume() },
    ClientCrash("Over-resume of an inactive object", "GCD202") {
      let queue = DispatchQueue(label: "q", attributes: .initiallyInactive)
      queue.resume()
      queue.activate()
    },
    ClientCrash("Invalid suspension state", is: .corruption),
    ClientCrash("Too many nested calls to dispatch_suspend()", is: .tooMany),
    ClientCrash(
      "Too many calls to dispatch_suspend() prior to calling dispatch_set_target_queue()", is: .tooMany),
    ClientCrash("Release of an inactive object", "GCD203") {
      _ = DispatchQueue(label: "q", attributes: .initiallyInactive)
    },
    ClientCrash("Release of a suspended object", "GCD203") { DispatchQueue(label: "q").suspend() },
    ClientCrash("Release of a locked queue") {
      let queue = CDispatch.makeSerialQueue("q")
      CDispatch.sync(queue, queue) { CDispatch.release($0!) }
    },
    ClientCrash("Release of a queue with corrupt state", is: .corruption),
    ClientCrash("Release of a queue while items are enqueued", is: .overRelease),
    ClientCrash("API MISUSE: Resurrection of an object") {
      let queue = CDispatch.makeSerialQueue("q")
      CDispatch.release(queue)
      CDispatch.retain(queue)
    },
    ClientCrash("API MISUSE: Resurrection of an over-released object", is: .overRelease),
    ClientCrash("API MISUSE: Over-release of an object") {
      let queue = CDispatch.makeSerialQueue("q")
      CDispatch.release(queue)
      CDispatch.release(queue)
    },
  ]

  private static let counters = [
    ClientCrash("Unbalanced call to dispatch_group_leave()", "GCD201") { DispatchGroup().leave() },
    ClientCrash("Too many nested calls to dispatch_group_enter()", is: .tooMany),
    ClientCrash("Group object deallocated while in use", is: .overRelease),
    ClientCrash("Semaphore object deallocated while in use", "GCD204") { DispatchSemaphore(value: 1).wait() },
    ClientCrash("Unbalanced call to dispatch_semaphore_signal()", is: .tooMany),
  ]

  private static let items = [
    ClientCrash("Invalid flags passed to dispatch_block_perform()") { CBlocks.perform(0x100) {} },
    ClientCrash("A block object may not be both run more than once and waited for") {
      let item = DispatchWorkItem {}
      item.perform()
      item.perform()
      item.wait()
    },
    ClientCrash("A block object may not be waited for more than once") {
      let item = DispatchWorkItem {}
      item.perform()
      item.wait()
      item.wait()
    },
    ClientCrash("A block object may not be both run more than once and observed") {
      let item = DispatchWorkItem {}
      item.perform()
      item.perform()
      item.notify(queue: .main) {}
    },
    ClientCrash("Invalid block object passed to dispatch_block_cancel()") {
      CBlocks.cancel(CBlocks.plainBlock {})
    },
    ClientCrash("Invalid block object passed to dispatch_block_testcancel()") {
      _ = CBlocks.isCancelled(CBlocks.plainBlock {})
    },
    ClientCrash("Invalid block object passed to dispatch_block_wait()") {
      CBlocks.wait(CBlocks.plainBlock {})
    },
    ClientCrash("Invalid block object passed to dispatch_block_notify()") {
      CBlocks.notify(CBlocks.plainBlock {}) {}
    },
    ClientCrash("Corruption of dispatch block object") {
      let item = CBlocks.makeItem {}
      item.storeBytes(of: 0, toByteOffset: 32, as: UInt64.self)
      CBlocks.cancel(item)
    },
    ClientCrash("NULL was passed where a block should have been") {
      let async: @convention(c) (CDispatch.Queue, UnsafeRawPointer?) -> Void = CDispatch.find(
        "dispatch_async")
      async(CDispatch.makeSerialQueue("q"), nil)
    },
  ]

  private static let sources = [
    ClientCrash("Attempt to set timer on a non-timer source") {
      let set: @convention(c) (CDispatch.Queue, UInt64, UInt64, UInt64) -> Void = CDispatch.find(
        "dispatch_source_set_timer")
      set(makeSource(), 0, 1, 0)
    },
    ClientCrash("Invalid source type", is: .servedElsewhere),
    ClientCrash("Attempting to modify timer clock", is: .servedElsewhere),
    ClientCrash("Start value is not DISPATCH_TIME_NOW or DISPATCH_TIME_FOREVER", is: .servedElsewhere),
    ClientCrash("Setting interval to 0", is: .servedElsewhere),
    ClientCrash("Passing an invalid leeway", is: .servedElsewhere),
    ClientCrash("Cannot change a handler of this source after it has been activated", is: .servedElsewhere),
    ClientCrash("Changing target queue hierarchy after source was activated", is: .servedElsewhere),
    ClientCrash(
      "Release of a source that has not been cancelled, but has a mandatory cancel handler",
      is: .servedElsewhere),
    ClientCrash("Source has a cancel handler", is: .servedElsewhere),
    ClientCrash("Source is suspended", is: .servedElsewhere),
    ClientCrash("dispatch_source_cancel_and_wait called from a source handler", is: .servedElsewhere),
    ClientCrash("Dispatch source used after last release", is: .servedElsewhere),
    ClientCrash("Unexpected EV_VANISHED", is: .otherPlatform),
    ClientCrash("Do not close random Unix descriptors", is: .servedElsewhere),
  ]

  private static let asserts = [
    ClientCrash("Assertion failed: Block was expected to execute on queue [q]", "GCD207") {
      dispatchPrecondition(condition: .onQueue(DispatchQueue(label: "q")))
    },
    ClientCrash("Assertion failed: Block was not expected to execute on queue [q]", "GCD207") {
      let queue = DispatchQueue(label: "q")
      queue.sync { dispatchPrecondition(condition: .notOnQueue(queue)) }
    },
    ClientCrash("Assertion failed: Block was expected to act as a barrier on queue [q]", "GCD207") {
      let queue = DispatchQueue(label: "q", attributes: .concurrent)
      queue.sync { dispatchPrecondition(condition: .onQueueAsBarrier(queue)) }
    },
    ClientCrash("invalid queue passed to dispatch_assert_queue()") {
      let assert: @convention(c) (CDispatch.Queue) -> Void = CDispatch.find("dispatch_assert_queue")
      assert(makeSource())
    },
    ClientCrash("trying to lock recursively") {
      let predicate = UnsafeMutablePointer<Int>.allocate(capacity: 1)
      predicate.initialize(to: 0)
      enterOnce(predicate)
    },
    ClientCrash("lock not owned by current thread", is: .corruption),
    ClientCrash("Corrupt thread event value", is: .corruption),
    ClientCrash("futex_lock_pi() failed", is: .internals),
    ClientCrash("_dispatch_main_queue_callback_4CF called after dispatch_main()", is: .servedElsewhere),
    ClientCrash("_dispatch_main_queue_callback_4CF called from the wrong thread", is: .servedElsewhere),
    ClientCrash("Not a runloop queue", is: .servedElsewhere),
    ClientCrash("eventfd() failure", is: .internals),
    ClientCrash("Transition to multithreaded is prohibited", is: .internals),
    ClientCrash("workq: registered worker exited prematurely", is: .internals),
    ClientCrash("Waking up an inactive workloop", is: .servedElsewhere),
    ClientCrash("workloop qos class or priority must be set before cpupercent", is: .servedElsewhere),
    ClientCrash("LIBDISPATCH_STRICT: _dispatch_bug_deprecated", is: .neverReal),
  ]

  /// A data source, untyped; it is never activated and never released.
  private static func makeSource() -> CDispatch.Queue {
    let create: @convention(c) (UnsafeRawPointer, UInt, UInt, CDispatch.Queue?) -> CDispatch.Queue =
      CDispatch.find("dispatch_source_create")
    return create(CDispatch.address("_dispatch_source_type_data_add"), 0, 0, nil)
  }
}

private func enterOnce(_ predicate: UnsafeMutablePointer<Int>) {
  let once:
    @convention(c) (
      UnsafeMutablePointer<Int>, UnsafeMutableRawPointer, @convention(c) (UnsafeMutableRawPointer?) -> Void
    ) -> Void = CDispatch.find("dispatch_once_f")
  once(predicate, predicate) { enterOnce($0!.assumingMemoryBound(to: Int.self)) }
}
