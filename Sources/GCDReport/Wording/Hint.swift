// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// Advice for a pattern that was recognised in the evidence; without a pattern there is no advice.
package enum Hint: Equatable {
  case makeMainSyncAsync(CodeLocation?)
  case callDirectly(queue: ObjectName)
  case targetIsHeld(queue: ObjectName, held: ObjectName)
  case barrierFromReader
  case readerBehindBarrier(queue: ObjectName)
  case oneOrder(first: ObjectName, second: ObjectName)
  case oneOrderForAll
  case initializersCross
  case queueUnderLock(lock: ObjectName)
  case resumeOutside(ObjectName, handler: CodeLocation?)
  case leaveOnEveryPath(enter: CodeLocation?)
  case enterBeforeSubmitting(enter: CodeLocation?)
  case onlyOneLeaves(first: CodeLocation?, second: CodeLocation?)
  case timeoutAlsoLeaves(CodeLocation?)
  case leaveBelongsToEnter
  case semaphoreAsLock(CodeLocation?)
  case signalAfterEachWait
  case giveEachPermitBack
  case semaphoreAsSync
  case semaphoreUnderLock(ObjectName, lock: ObjectName)
  case semaphoreInInitializer(ObjectName)
  case signalBeforeWaiting
  case takePermitsTogether
  case signalFromNotify
  case awaitOnActor(ObjectName)
  case lookAgainAfterAwait(ObjectName)
  case readAndWriteInOneCall(ObjectName)
  case signalOnEveryPath(ObjectName)
  case balanceResume
  case resumeByTheFirst
  case oneConsumer
  case unlockBeforeAwait(ObjectName)
  case unlockOnEveryPath
  case resumeOnce
  case resumeBeforeDropping(isInactive: Bool, ObjectType)
  case startSemaphoreAtZero(Int)
  case resumeAtEnd(LeftSuspended.State, ObjectType)
  case keepSource
  case useOwnConcurrentQueue
  case hopTo(queue: ObjectName)
  case tinyTimeout(nanoseconds: UInt64, meant: UInt64)
  case limitBlockingWork
  case suspendInTasks
  case checkBeforeWaiting(ObjectName)
  case newWorkItem
  case setTargetBeforeActivation
  case captureFlagOutsideOnce
  case buildInsideBody
  case breakCircleOfOperations
  case addOperation
  case resumeOperations
  case finishOperation
  case waitOutsideOperation
  case dependOnOperation
  case endWhatIsRead
  case sendWhenInstalled
  case readBeforeWaiting
  case closeBeforeWaiting
  case closeOtherEnd

  /// The advice, in one or two sentences.
  package var text: String {
    switch self {
    case .makeMainSyncAsync(let place):
      "never sync to main from a queue that main waits for; make \(Hint.at(place)) main.async"
    case .callDirectly(let queue):
      "code that already runs on \(queue.compact) has its protection: call the work directly, and keep the "
        + "sync in a method that is only called from outside the queue"
    case .targetIsHeld(let queue, let held):
      "\(queue.compact) runs its blocks on \(held.compact): from a block of \(held.compact) call the work "
        + "directly or use async"
    case .barrierFromReader:
      "a barrier waits for all running blocks, this one included: submit the write with "
        + "async(flags:\u{a0}.barrier)"
    case .readerBehindBarrier(let queue):
      "a sync onto \(queue.compact) from its own block works only while no barrier is pending: call the "
        + "read directly"
    case .oneOrder(let first, let second):
      first.type.isQueue || second.type.isQueue
        ? "enter \(first.compact) and \(second.compact) in the same order everywhere, or make one of the two "
          + "calls async"
        : "take \(first.compact) and \(second.compact) in the same order everywhere, or unlock one before "
          + "you take the other"
    case .oneOrderForAll:
      "give the queues one order and enter them only in that order, or make one of these calls async"
    case .initializersCross:
      "an initializer that runs once must not need another that needs it: build the shared part first, "
        + "outside of both"
    case .resumeOutside(let object, let handler):
      object.type.isQueue
        ? "a cancellation handler runs while the task's status is locked: let it submit "
          + "\(Hint.at(handler)) with async, or resume the continuation from outside of \(object.compact)"
        : "take the continuation out of its variable under \(object.compact), and resume it after the "
          + "unlock: a cancellation handler runs while the task's status is locked, which resume needs"
    case .queueUnderLock(let lock):
      "do not wait for a queue while holding \(lock.phrase): copy what is needed, unlock, then call sync"
    case .leaveOnEveryPath(let enter):
      "each enter needs one leave on every path, errors and early returns too; after the "
        + "enter\(Hint.space(enter)) let the completion begin with: defer\u{a0}{\u{a0}group.leave()\u{a0}}"
    case .enterBeforeSubmitting(let enter):
      "call enter\(enter.map { " (\($0.short))" } ?? "") before the block is submitted, not inside it: "
        + "until the block starts, the group looks empty"
    case .onlyOneLeaves(let first, let second):
      "let exactly one of \(Hint.at(first)) and \(Hint.at(second)) leave: guard both with one flag that "
        + "only one queue touches, or let the first one cancel the other"
    case .timeoutAlsoLeaves(let place):
      "after a timeout the late completion still leaves: drop the leave at \(Hint.at(place)), or let a flag "
        + "decide who leaves"
    case .leaveBelongsToEnter: "each leave needs an enter before it; count both on every path"
    case .semaphoreAsLock(let place):
      "this semaphore works as a lock: between its wait (\(Hint.at(place))) and its signal do not wait for "
        + "a queue or for anything else that needs it"
    case .signalAfterEachWait:
      "this semaphore works as a lock: put defer\u{a0}{\u{a0}semaphore.signal()\u{a0}} right after each "
        + "wait, so that no path keeps it"
    case .giveEachPermitBack:
      "each wait takes a permit that one signal has to give back, on every path; where the one that waited "
        + "gives it back, defer\u{a0}{\u{a0}semaphore.signal()\u{a0}} right after the wait does it"
    case .semaphoreAsSync:
      "turning an async call into a blocking one ties up the thread that the reply needs: pass the result "
        + "to a completion, or reply on a queue that no thread here blocks"
    case .semaphoreUnderLock(let semaphore, let lock):
      "who would signal \(semaphore.phrase) needs \(lock.phrase) first: unlock before you wait"
    case .semaphoreInInitializer(let semaphore):
      "an initializer that runs once must not wait for \(semaphore.phrase): who would signal that needs its "
        + "result; start the work in it, and wait outside"
    case .signalBeforeWaiting:
      "each of them signals only after its own wait: let one signal before it waits, or do without one of "
        + "the waits"
    case .takePermitsTogether:
      "one that waits for another permit while it has one keeps that from all others: acquire both in one "
        + "turn, under a lock, or do with one"
    case .signalFromNotify:
      "the body of a work item that is cancelled first never runs: signal from its notify, which runs all "
        + "the same, or where it is cancelled"
    case .awaitOnActor(let actor):
      "never block on an actor: await the work instead (a continuation, the value of a task), which lets "
        + "other tasks come to \(actor.compact), or do what ends the wait without that actor"
    case .lookAgainAfterAwait(let actor):
      "while a function of \(actor.compact) awaits, others run there: look at its state again behind the "
        + "await, or change it before"
    case .readAndWriteInOneCall(let actor):
      "let one function of \(actor.compact) read and write: what one call gives may be old when the next one "
        + "comes"
    case .signalOnEveryPath(let semaphore):
      "each path that should wake the waiter must signal \(semaphore.phrase), errors and early returns too; "
        + "a defer does it"
    case .unlockOnEveryPath:
      "unlock on every path, errors and early returns too: defer\u{a0}{\u{a0}lock.unlock()\u{a0}} right "
        + "after each lock() does, and so does withLock"
    case .unlockBeforeAwait(let lock):
      "unlock \(lock.compact) before the await, or let an actor protect what it protects"
    case .resumeByTheFirst:
      "let only the first of them resume it: take the continuation out of its variable under a lock, and set "
        + "the variable to nil"
    case .oneConsumer:
      "let one task iterate over the stream and hand its elements on; where each of them is to get all "
        + "elements, give each a stream of its own"
    case .balanceResume:
      "resume once for each suspend; keep the state in one place instead of calling resume to be sure"
    case .resumeOnce:
      "an object made inactive is started with activate(); resume() is only the answer to suspend()"
    case .resumeBeforeDropping(let isInactive, let type):
      isInactive
        ? "call activate() before the last reference goes away\(type.isQueue ? "" : ", then cancel()")"
        : "call resume() once per suspend before the last reference goes away, also after cancel()"
    case .startSemaphoreAtZero(let value):
      "a semaphore must end at or above the value it was created with: create it with 0 and signal "
        + "\(times(value)), or signal before it goes away"
    case .resumeAtEnd(let state, let type):
      switch state {
      case .suspended: "resume it on every path that follows the suspend"
      case .inactive: "call activate() once the \(type.isQueue ? "queue" : "source") is set up"
      case .entered: "leave once for each enter, also after a timeout"
      }
    case .keepSource:
      "keep a strong reference (a property) for as long as events are wanted, and cancel() it to stop"
    case .useOwnConcurrentQueue:
      "barriers work on a concurrent queue of your own: "
        + "DispatchQueue(label:\u{a0}\"...\",\u{a0}attributes:\u{a0}.concurrent)"
    case .hopTo(let queue):
      "hand the work over with \(queue.type == .mainQueue ? "DispatchQueue.main" : "the queue's own")"
        + ".async\u{a0}{\u{a0}...\u{a0}}"
    case .tinyTimeout(let nanoseconds, let meant):
      "\(duration(nanoseconds)): did you mean \(duration(meant))? a bare number passed to dispatch_time or "
        + ".nanoseconds counts nanoseconds"
    case .limitBlockingWork:
      "limit how many blocks may wait at once before submitting them (an OperationQueue with a maximum, a "
        + "serial queue), instead of letting each take a worker and wait there"
    case .suspendInTasks:
      "never block in a task: await the work (a continuation, the value of a task), or move the wait to a "
        + "queue or thread of its own"
    case .checkBeforeWaiting(let condition):
      "\(condition.phrase) only wakes who waits already: under its lock, wait in a loop that first looks "
        + "whether there is anything to wait for"
    case .newWorkItem: "make a new DispatchWorkItem for each run; one item is for one run and one wait"
    case .setTargetBeforeActivation:
      "pass target: when the queue is made, or make it .initiallyInactive, set the target, then activate()"
    case .captureFlagOutsideOnce:
      "move the inner call out of the initializer, so that it does not need its own result"
    case .buildInsideBody:
      "build everything that the test changes inside the body, which runs once per schedule"
    case .breakCircleOfOperations:
      "no operation of such a circle ever starts: drop one of the dependencies, or decide which operation is "
        + "to come first"
    case .addOperation:
      "an operation starts only when all that it depends on have finished: add each of them to a queue"
    case .resumeOperations: "set isSuspended = false on every path once the operations may start"
    case .finishOperation:
      "an operation with its own isFinished is over only when it says so on every path: send "
        + "willChangeValue(forKey:) and didChangeValue(forKey:) for isExecuting and isFinished"
    case .waitOutsideOperation:
      "an operation must not wait for itself, nor for the queue that runs it: let another operation depend "
        + "on it, or wait outside"
    case .dependOnOperation:
      "an operation that waits for a later one of its queue has the place that this one needs: let it "
        + "depend on the other, or raise maxConcurrentOperationCount"
    case .endWhatIsRead:
      "an I/O channel reads until it has what was asked for or comes to the end: close each copy of the "
        + "other end when all is written, or ask for less"
    case .readBeforeWaiting:
      "a pipe takes some 64 kilobytes, and then keeps what writes to it waiting: read to the end of it "
        + "first, or on another thread, and wait for the process then"
    case .closeBeforeWaiting:
      "a process that reads to the end of its input ends when the pipe is closed: close the end for writing "
        + "(fileHandleForWriting.close()) when all is written, and wait then"
    case .sendWhenInstalled:
      "resume() returns before a source of signals is installed, and until then a signal does what it does "
        + "without the source: send it when the registration handler has run (setRegistrationHandler)"
    case .closeOtherEnd:
      "a read to the end returns when each copy of the other end is closed: close the one of this process as "
        + "soon as nothing here writes to it any more"
    }
  }

  private static func at(_ location: CodeLocation?) -> String { location?.short ?? "this call" }

  private static func space(_ location: CodeLocation?) -> String { location.map { " at \($0.short)" } ?? "" }
}
