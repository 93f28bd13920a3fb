// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

/// Calls that come back to the program behind code of Foundation's or of Dispatch's overlay.
extension CodeBehindTests {
  static let callsOfFoundation = [
    Case(description: "an object that is a thread") { write, read in
      let done = DispatchSemaphore(value: 0)
      let thread = Thread {
        read()
        done.signal()
      }
      thread.start()
      write()
      done.wait()
    },
    Case(description: "a thread without an object") { write, read in
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        read()
        done.signal()
      }
      write()
      done.wait()
    },
    Case(description: "a block as an operation") { write, read in
      let queue = OperationQueue()
      queue.addOperation { read() }
      write()
      queue.waitUntilAllOperationsAreFinished()
    },
    Case(description: "an operation") { write, read in
      let queue = OperationQueue()
      queue.addOperation(BlockOperation { read() })
      write()
      queue.waitUntilAllOperationsAreFinished()
    },
    Case(description: "operations") { write, read in
      let queue = OperationQueue()
      queue.addOperations([BlockOperation { read() }], waitUntilFinished: false)
      write()
      queue.waitUntilAllOperationsAreFinished()
    },
    Case(description: "a barrier of a queue of operations") { write, read in
      let (queue, done) = (OperationQueue(), DispatchSemaphore(value: 0))
      queue.addBarrierBlock {
        read()
        done.signal()
      }
      write()
      done.wait()
    },
    Case(description: "a queue of operations that continues") { write, read in
      let queue = OperationQueue()
      queue.isSuspended = true
      queue.addOperation { read() }
      queue.isSuspended = false
      write()
      queue.waitUntilAllOperationsAreFinished()
    },
    Case(description: "the cancellation of a source") { write, read in
      let (source, done) = (DispatchSource.makeUserDataAddSource(), DispatchSemaphore(value: 0))
      source.setCancelHandler {
        read()
        done.signal()
      }
      source.activate()
      source.cancel()
      write()
      done.wait()
    },
  ]
}
