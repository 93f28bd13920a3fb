// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

extension Misuse {
  /// What libdispatch says of it on Apple's platforms, so that people can search for it; nil where it says
  /// nothing.
  ///
  /// - Parameter queue: The label that the assertions of `dispatch_assert_queue` put in.
  public func libdispatchText(queue: String? = nil) -> String? {
    let client = "BUG IN CLIENT OF LIBDISPATCH: "
    let text: String
    switch self {
    case .none, .negativeSemaphoreValue, .targetCycle, .sourceNotCreated: return nil
    case .unbalancedLeave: text = "Unbalanced call to dispatch_group_leave()"
    case .overResume: text = "Over-resume of an object"
    case .overResumeOfInactiveObject: text = "Over-resume of an inactive object"
    case .releaseOfSuspendedObject: text = "Release of a suspended object"
    case .releaseOfInactiveObject: text = "Release of an inactive object"
    case .semaphoreFreedBelowItsInitialValue: text = "Semaphore object deallocated while in use"
    case .retargetAfterActivation:
      text = "Cannot change the target of this object after it has been activated"
    case .retargetOfTargetedQueue:
      text = "Cannot change the target of a queue already targeted by other dispatch objects"
    case .mainCallbackAfterMain: text = "_dispatch_main_queue_callback_4CF called after dispatch_main()"
    case .mainCallbackOffMain: text = "_dispatch_main_queue_callback_4CF called from the wrong thread"
    case .notARunLoopQueue: text = "Not a runloop queue"
    case .semaphoreSignaledBeyondItsLimit: text = "Unbalanced call to dispatch_semaphore_signal()"
    case .recursiveOnce: text = "trying to lock recursively"
    case .setTimerOnOtherSource: text = "Attempt to set timer on a non-timer source"
    case .changedTimerClock: text = "Attempting to modify timer clock"
    case .notOnQueue:
      text = "Assertion failed: Block was expected to execute on queue [\(queue ?? "")]"
    case .onQueue:
      text = "Assertion failed: Block was not expected to execute on queue [\(queue ?? "")]"
    case .notBarrierOnQueue:
      text = "Assertion failed: Block was expected to act as a barrier on queue [\(queue ?? "")]"
    case .tooManyEnters: text = "Too many nested calls to dispatch_group_enter()"
    case .widthOfSerialQueue: text = "Cannot set width of a serial queue"
    case .syncOnUnsupportedObject: text = "Queue type doesn't support dispatch_sync"
    case .cancelAndWaitWithCancelHandler: text = "Source has a cancel handler"
    case .cancelAndWaitFromHandler:
      text = "dispatch_source_cancel_and_wait called from a source handler"
    case .cancelAndWaitWhileSuspended: text = "Source is suspended"
    case .releaseOfSourceWithMandatoryCancelHandler:
      text = "Release of a source that has not been cancelled, but has a mandatory cancel handler"
    case .blockRunAndWaitedFor:
      text = "A block object may not be both run more than once and waited for"
    case .blockWaitedForTwice: text = "A block object may not be waited for more than once"
    case .blockRunAndObserved:
      text = "A block object may not be both run more than once and observed"
    case .invalidBlockObject: text = "Invalid block object passed to dispatch_block_wait()"
    case .overcommitWithTarget:
      text = "Cannot specify both overcommit and a non-global target queue"
    case .mergeDataOnOtherSource: text = "Invalid source type"
    case .nullBlock: text = "NULL was passed where a block should have been"
    case .threadExitInBlock:
      return "BUG IN LIBDISPATCH: Premature thread exit while a dispatch queue is running"
    case .labelAfterCreation: text = "Cannot change label for this queue"
    case .propertyAfterActivation:
      text = "dispatch queue/source property setter called after activation"
    case .specificOnUnsupportedObject: text = "Queue doesn't support dispatch_queue_set_specific"
    case .invalidPerformFlags: text = "Invalid flags passed to dispatch_block_perform()"
    case .invalidBlockCancelled: text = "Invalid block object passed to dispatch_block_cancel()"
    case .invalidBlockTestCancelled:
      text = "Invalid block object passed to dispatch_block_testcancel()"
    case .invalidBlockObserved: text = "Invalid block object passed to dispatch_block_notify()"
    case .corruptBlockObject: text = "Corruption of dispatch block object"
    case .invalidQueueAttribute: text = "Invalid queue attribute"
    case .invalidQueueAsserted: text = "invalid queue passed to dispatch_assert_queue()"
    case .releaseOfLockedQueue: text = "Release of a locked queue"
    case .overRelease: return "API MISUSE: Over-release of an object"
    case .resurrection: return "API MISUSE: Resurrection of an object"
    case .applyOnOwnQueue: text = "dispatch_sync called on queue already owned by current thread"
    case .intervalStart: text = "Start value is not DISPATCH_TIME_NOW or DISPATCH_TIME_FOREVER"
    case .zeroInterval: text = "Setting interval to 0"
    case .invalidLeeway: text = "Passing an invalid leeway"
    case .handlerAfterActivation:
      text = "Cannot change a handler of this source after it has been activated"
    case .sourceUsedAfterRelease: text = "Dispatch source used after last release"
    case .wakeupOfInactiveWorkloop: text = "Waking up an inactive workloop"
    case .workloopPriorityMissing:
      text = "workloop qos class or priority must be set before cpupercent"
    }
    return client + text
  }

  /// What the real library does on Linux.
  var consequence: String {
    switch self {
    case .none: "nothing happens"
    case .negativeSemaphoreValue: "on Linux creation gives no semaphore, and its first use dies with SIGSEGV"
    case .sourceNotCreated: "on Linux creation gives no source, and its first use dies with SIGSEGV"
    case .targetCycle:
      "on Linux nothing checks this: the first block submitted never runs, or the stack overflows"
    case .notOnQueue, .onQueue, .notBarrierOnQueue:
      "on Linux the process dies with SIGILL; the message goes to syslog only"
    default: "on Linux the process dies with SIGILL and no message"
    }
  }
}

extension MisuseEvidence {
  /// The misuse as a sentence about the user's object.
  var sentence: String {
    let name = object.phrase
    return switch misuse {
    case .none: "\(name) is misused"
    case .unbalancedLeave: "\(name) is left more often than it was entered"
    case .overResume: "\(name) is resumed more often than it was suspended"
    case .overResumeOfInactiveObject: "\(name) is resumed, but it was never activated"
    case .releaseOfSuspendedObject: "the last reference to \(name) is dropped while it is suspended"
    case .releaseOfInactiveObject: "the last reference to \(name) is dropped before it was activated"
    case .semaphoreFreedBelowItsInitialValue:
      "\(name) is freed at \(value ?? 0), below its initial value \(expected ?? 1)"
    case .retargetAfterActivation: "\(name) gets a new target after it was activated"
    case .retargetOfTargetedQueue:
      "\(name) gets a new target while \(other?.phrase ?? "another queue") targets it"
    case .recursiveOnce: "\(participant) calls dispatch_once again from inside the same dispatch_once"
    case .negativeSemaphoreValue: "a DispatchSemaphore is created with the negative value \(value ?? -1)"
    case .semaphoreSignaledBeyondItsLimit: "\(name) is signalled beyond the largest value that it can have"
    case .setTimerOnOtherSource: "schedule is called on \(name), which is no timer"
    case .changedTimerClock: "\(name) is scheduled again on another clock"
    case .notOnQueue: "\(participant) is not on \(name), as it was expected to be"
    case .onQueue: "\(participant) is on \(name), as it was expected not to be"
    case .notBarrierOnQueue: "\(participant) is not in a barrier block of \(name), as it was expected to be"
    case .tooManyEnters: "\(name) is entered more often than a group can count"
    case .targetCycle: "\(name) would target itself by way of \(other?.phrase ?? "its target")"
    case .widthOfSerialQueue: "the width of \(name) is set, but a serial queue has none"
    case .syncOnUnsupportedObject: "sync is called on \(name), which cannot run it"
    case .cancelAndWaitWithCancelHandler: "cancel-and-wait is called on \(name), which has a cancel handler"
    case .cancelAndWaitFromHandler: "\(name) is cancelled and waited for from its own handler"
    case .cancelAndWaitWhileSuspended: "\(name) is cancelled and waited for while it is suspended"
    case .releaseOfSourceWithMandatoryCancelHandler:
      "the last reference to \(name) is dropped before it was cancelled, and its cancel handler must run"
    case .blockRunAndWaitedFor: "\(name) is run more than once and also waited for"
    case .blockWaitedForTwice: "\(name) is waited for twice"
    case .blockRunAndObserved: "\(name) has run more than once when notify is called on it"
    case .invalidBlockObject: "a plain block is waited for as if it were a work item"
    case .invalidBlockCancelled: "a plain block is cancelled as if it were a work item"
    case .invalidBlockTestCancelled:
      "a plain block is asked whether it is cancelled, as if it were a work item"
    case .invalidBlockObserved: "notify is called on a plain block as if it were a work item"
    case .corruptBlockObject: "the memory of a work item is damaged"
    case .invalidPerformFlags: "dispatch_block_perform gets flags that do not exist"
    case .invalidQueueAttribute: "a queue is made with attributes that are none"
    case .invalidQueueAsserted: "an assertion about queues is given \(name), which is no queue"
    case .releaseOfLockedQueue: "the last reference to \(name) is dropped from inside a sync on it"
    case .overRelease: "\(name) is released more often than it is retained"
    case .resurrection: "\(name) is retained after its last reference was dropped"
    case .overcommitWithTarget:
      "a queue is made with an overcommit attribute and \(name) as target"
    case .mergeDataOnOtherSource: "data is added to \(name), which is no data source"
    case .nullBlock: "no block is passed where one must be"
    case .threadExitInBlock: "\(participant) ends its thread inside a block of \(name)"
    case .labelAfterCreation: "the label of \(name) is changed after creation"
    case .propertyAfterActivation: "a property of \(name) is changed after it was activated"
    case .specificOnUnsupportedObject: "setSpecific is called on \(name), which cannot keep it"
    case .sourceNotCreated: "a DispatchSource is created with a handle that no source of its type can have"
    case .intervalStart: "\(name) repeats at an interval, and is given a start of its own"
    case .zeroInterval: "\(name) is given an interval of 0"
    case .invalidLeeway: "\(name) is given a leeway of more than its whole interval"
    case .handlerAfterActivation:
      "a handler of \(name) is changed after it was activated, but its cancel handler is mandatory"
    case .sourceUsedAfterRelease: "\(name) is cancelled and waited for after its last reference was dropped"
    case .mainCallbackAfterMain: "\(participant) runs the main run loop after dispatchMain was called"
    case .mainCallbackOffMain: "\(participant) serves the main queue, which only the main thread may do"
    case .notARunLoopQueue: "\(name) is no run-loop queue, but is used as one"
    case .applyOnOwnQueue:
      "\(participant) runs concurrentPerform on \(name) from inside a block of that queue"
    case .wakeupOfInactiveWorkloop: "a block is submitted to \(name), which was never activated"
    case .workloopPriorityMissing: "the processor share of \(name) is set before its priority"
    }
  }
}
