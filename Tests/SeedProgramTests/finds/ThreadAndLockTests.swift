// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation
import GCDCheck
import Testing

/// Threads of the program's own, with locks and queues. Each has a near twin in `clean/ThreadTests.swift`.
@Suite struct ThreadAndLockTests {
  @Test func readWriteLockAndQueueCycle() {
    expectFinding("GCD102", naming: "read-write lock", "com.acme.store", "thread 1") {
      let lock = ReadWriteLock()
      let queue = DispatchQueue(label: "com.acme.store")
      let first = PosixThread { lock.writing { queue.sync {} } }
      let second = PosixThread { queue.sync { lock.reading {} } }
      first.join()
      second.join()
    }
  }

  /// swift-corelibs-foundation #5412: cancelling holds a status lock and syncs onto the work queue, whose
  /// completion wants the lock.
  @Test func statusLockAndWorkQueue() {
    expectFinding("GCD102", naming: "com.acme.work", "lock") {
      let status = NSLock()
      let work = DispatchQueue(label: "com.acme.work")
      work.async { status.withLock {} }
      status.withLock { work.sync {} }
    }
  }

  @Test func joinWhileHoldingWhatTheThreadNeeds() {
    expectFinding("GCD102", naming: "thread 1", "join") {
      let lock = NSLock()
      let thread = PosixThread { lock.withLock {} }
      lock.withLock { thread.join() }
    }
  }

  @Test func joinInsideABlockOfTheQueueThatTheThreadNeeds() {
    expectFinding("GCD102", naming: "com.acme.owner") {
      let queue = DispatchQueue(label: "com.acme.owner")
      let thread = PosixThread { queue.sync {} }
      queue.sync { thread.join() }
    }
  }

  @Test func readerThatWantsToWrite() {
    expectFinding("GCD102", naming: "read-write lock") {
      let lock = ReadWriteLock()
      lock.reading { lock.writing {} }
    }
  }

  @Test func readerThatComesAgainBehindAPreferredWriter() {
    expectFinding("GCD102", naming: "read-write lock") {
      let lock = ReadWriteLock(prefersWriters: true)
      let writer = PosixThread { lock.writing {} }
      lock.reading { lock.reading {} }
      writer.join()
    }
  }

  @Test func spinLocksInOppositeOrders() {
    expectFinding("GCD102", naming: "thread 1", "thread 2") {
      let (first, second) = (SpinLock(), SpinLock())
      let one = PosixThread { first.holding { second.holding {} } }
      let other = PosixThread { second.holding { first.holding {} } }
      one.join()
      other.join()
    }
  }

  @Test func initializerThatNeedsItself() {
    expectFinding("GCD102", naming: "once") {
      RecursiveOnce.reset()
      RecursiveOnce.enter()
    }
  }

  @Test func posixSemaphoreThatNobodyPosts() {
    expectFinding("GCD103", naming: "sem_t", "thread 1") {
      let semaphore = PosixSemaphore(0)
      let thread = PosixThread { semaphore.wait() }
      thread.join()
    }
  }

  @Test func barrierThatNeverFills() {
    expectFinding("GCD105", naming: "barrier", "too few") {
      let barrier = PosixBarrier(3)
      let thread = PosixThread { barrier.wait() }
      barrier.wait()
      thread.join()
    }
  }

  @Test func joinOfAThreadThatWaitsForACondition() {
    expectFinding("GCD105", naming: "condition", "also stuck") {
      let condition = NSCondition()
      let thread = PosixThread {
        condition.lock()
        condition.wait()
        condition.unlock()
      }
      thread.join()
    }
  }

  @Test func signalThatComesBeforeTheWait() {
    expectFinding("GCD105", naming: "condition") {
      let condition = NSCondition()
      let thread = PosixThread { condition.signal() }
      condition.lock()
      condition.wait()
      condition.unlock()
      thread.join()
    }
  }

  @Test func threadThatEndsItselfInABlock() {
    expectFinding("GCD206", naming: "com.acme.work", "Premature thread exit") {
      let queue = DispatchQueue(label: "com.acme.work")
      queue.async { Thread.exit() }
      queue.sync {}
    }
  }

  @Test func p39LazySingletonWhoseInitialiserCallsIntoDispatch() {
    expectFinding("GCD501") {
      let store = Shared<NSObject?>(nil)
      let made = Shared(0)
      let queue = DispatchQueue(label: "com.acme.settings")
      let instance: () -> NSObject = {
        if let known = store.value { return known }
        queue.sync { made.value += 1 }
        let new = NSObject()
        store.value = new
        return new
      }
      let threads = (0..<2).map { _ in PosixThread { _ = instance() } }
      for thread in threads { thread.join() }
      try require(made.value == 1, "\(made.value) instances were made")
    }
  }

  @Test func p66BlocksOfOneQueueRelyOnThreadSpecificData() {
    expectFinding("GCD501") {
      var key = pthread_key_t()
      pthread_key_create(&key, nil)
      defer { pthread_key_delete(key) }
      let found = Shared(false)
      let queue = DispatchQueue(label: "com.acme.serial")
      let identity = key
      queue.async { pthread_setspecific(identity, UnsafeRawPointer(bitPattern: 7)) }
      DispatchQueue.global().async { queue.sync {} }
      queue.async { found.value = pthread_getspecific(identity) != nil }
      queue.sync {}
      try require(found.value, "the second block finds nothing under the key")
    }
  }
}

/// A `pthread_once` whose function calls it again.
private enum RecursiveOnce {
  // One address for the process; used by one schedule at a time.
  nonisolated(unsafe) private static let control = UnsafeMutablePointer<pthread_once_t>.allocate(capacity: 1)

  static func reset() { control.initialize(to: pthread_once_t()) }

  static func enter() { pthread_once(control) { RecursiveOnce.enter() } }
}
