// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation
import Glibc

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
    Case(description: "a block whose time has come") { write, read in
      let done = DispatchSemaphore(value: 0)
      DispatchQueue.global().asyncAfter(deadline: .now()) {
        read()
        done.signal()
      }
      write()
      done.wait()
    },
    Case(description: "a work item that is run in place") { write, read in
      let (item, done) = (DispatchWorkItem {}, DispatchSemaphore(value: 0))
      item.notify(queue: .global()) {
        read()
        done.signal()
      }
      item.perform()
      write()
      done.wait()
    },
    Case(description: "a write to a pipe") { write, read in
      let (pipe, done) = (Pipe(), DispatchSemaphore(value: 0))
      let descriptors = (pipe.fileHandleForReading.fileDescriptor, pipe.fileHandleForWriting.fileDescriptor)
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptors.0, queue: .global())
      source.setEventHandler {
        var byte: UInt8 = 0
        if Glibc.read(descriptors.0, &byte, 1) == 1 {
          read()
          done.signal()
        }
      }
      source.activate()
      _ = Glibc.write(descriptors.1, "x", 1)
      write()
      done.wait()
      source.cancel()
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
