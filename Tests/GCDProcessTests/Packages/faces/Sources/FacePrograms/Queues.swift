// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

extension FaceProgram {
  static let queues: [FaceProgram] = [
    pair("ownQueue", "GCD101") {
      let queue = DispatchQueue(label: "own")
      queue.sync { queue.sync {} }
    } twin: {
      let queue = DispatchQueue(label: "own")
      queue.sync {}
      queue.sync {}
    },
    pair("ownTarget", "GCD101") {
      let target = DispatchQueue(label: "target")
      let child = DispatchQueue(label: "child", target: target)
      target.sync { child.sync {} }
    } twin: {
      let target = DispatchQueue(label: "target")
      let child = DispatchQueue(label: "child", target: target)
      child.sync {}
      target.sync {}
    },
    pair("ownBarrier", "GCD101") {
      let queue = DispatchQueue(label: "shared", attributes: .concurrent)
      queue.sync(flags: .barrier) { queue.sync {} }
    } twin: {
      let queue = DispatchQueue(label: "shared", attributes: .concurrent)
      queue.sync { queue.sync {} }
    },
    pair("twoQueues", "GCD102") {
      let (a, b, both) = (DispatchQueue(label: "a"), DispatchQueue(label: "b"), DispatchGroup())
      a.async(group: both) { b.sync {} }
      b.async(group: both) { a.sync {} }
      both.wait()
    } twin: {
      let (a, b, both) = (DispatchQueue(label: "a"), DispatchQueue(label: "b"), DispatchGroup())
      a.async(group: both) { b.sync {} }
      a.async(group: both) { b.sync {} }
      both.wait()
    },
    pair("twoLocks", "GCD102") {
      let (a, b, meeting, both) = (NSLock(), NSLock(), Meeting(of: 2), DispatchGroup())
      DispatchQueue.global().async(group: both) { a.withLock { meeting.attend { b.withLock {} } } }
      DispatchQueue.global().async(group: both) { b.withLock { meeting.attend { a.withLock {} } } }
      both.wait()
    } twin: {
      let (a, b, both) = (NSLock(), NSLock(), DispatchGroup())
      for _ in 0..<2 { DispatchQueue.global().async(group: both) { a.withLock { b.withLock {} } } }
      both.wait()
    },
    pair("lockAndQueue", "GCD102") {
      let (lock, queue, done) = (NSLock(), DispatchQueue(label: "guarded"), DispatchGroup())
      queue.async(group: done) { lock.withLock {} }
      lock.withLock { queue.sync {} }
      done.wait()
    } twin: {
      let (lock, queue, done) = (NSLock(), DispatchQueue(label: "guarded"), DispatchGroup())
      queue.async(group: done) { lock.withLock {} }
      lock.withLock {}
      queue.sync {}
      done.wait()
    },
    pair("lockTwice", "GCD102") {
      let lock = NSLock()
      lock.withLock { lock.withLock {} }
    } twin: {
      let lock = NSRecursiveLock()
      lock.withLock { lock.withLock {} }
    },
    pair("iterationsOnOwnQueue", "GCD101") {
      let queue = DispatchQueue(label: "owner")
      queue.sync { DispatchQueue.concurrentPerform(iterations: 2) { _ in queue.sync {} } }
    } twin: {
      let (queue, other) = (DispatchQueue(label: "owner"), DispatchQueue(label: "other"))
      queue.sync { DispatchQueue.concurrentPerform(iterations: 2) { _ in other.sync {} } }
    },
    pair("leftSuspended", "GCD205") {
      let (queue, done) = (DispatchQueue(label: "paused"), DispatchGroup())
      queue.suspend()
      queue.async(group: done) {}
      done.wait()
    } twin: {
      let (queue, done) = (DispatchQueue(label: "paused"), DispatchGroup())
      queue.suspend()
      queue.async(group: done) {}
      queue.resume()
      done.wait()
    },
    pair("neverActivated", "GCD205") {
      let (queue, done) = (DispatchQueue(label: "new", attributes: .initiallyInactive), DispatchGroup())
      queue.async(group: done) {}
      done.wait()
    } twin: {
      let (queue, done) = (DispatchQueue(label: "new", attributes: .initiallyInactive), DispatchGroup())
      queue.async(group: done) {}
      queue.activate()
      done.wait()
    },
    pair("resumedTwice", "GCD202") {
      let queue = DispatchQueue(label: "paused")
      queue.suspend()
      queue.resume()
      queue.resume()
    } twin: {
      let queue = DispatchQueue(label: "paused")
      queue.suspend()
      queue.suspend()
      queue.resume()
      queue.resume()
    },
    pair("wrongQueue", "GCD207") {
      let (queue, other) = (DispatchQueue(label: "right"), DispatchQueue(label: "wrong"))
      other.sync { dispatchPrecondition(condition: .onQueue(queue)) }
    } twin: {
      let queue = DispatchQueue(label: "right")
      queue.sync { dispatchPrecondition(condition: .onQueue(queue)) }
    },
  ].flatMap { $0 }
}
