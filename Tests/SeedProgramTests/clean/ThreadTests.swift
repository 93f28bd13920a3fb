// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation
import GCDCheck
import Testing

/// Threads and locks without a defect: near twins of `finds/ThreadAndLockTests.swift`, and what threads are
/// promised.
@Suite struct ThreadTests {
  @Test func readWriteLockAndQueueInOneOrder() {
    expectClean {
      let lock = ReadWriteLock()
      let queue = DispatchQueue(label: "com.acme.store")
      let first = PosixThread { lock.writing { queue.sync {} } }
      let second = PosixThread { lock.reading { queue.sync {} } }
      first.join()
      second.join()
    }
  }

  @Test func statusIsCopiedBeforeTheWorkQueueIsWaitedFor() {
    expectClean {
      let status = NSLock()
      let work = DispatchQueue(label: "com.acme.work")
      work.async { status.withLock {} }
      status.withLock {}
      work.sync {}
    }
  }

  @Test func joinAfterUnlock() {
    expectClean {
      let lock = NSRecursiveLock()
      let thread = PosixThread { lock.withLock { lock.withLock {} } }
      lock.withLock { lock.withLock {} }
      thread.join()
    }
  }

  @Test func readerThatComesAgainWhereReadersArePreferred() {
    expectClean {
      let lock = ReadWriteLock()
      let writer = PosixThread { lock.writing {} }
      lock.reading { lock.reading {} }
      writer.join()
    }
  }

  @Test func spinLocksInOneOrder() {
    expectClean {
      let (first, second) = (SpinLock(), SpinLock())
      let threads = (0..<3).map { _ in PosixThread { first.holding { second.holding {} } } }
      for thread in threads { thread.join() }
    }
  }

  @Test func posixSemaphoreThatIsPosted() {
    expectClean {
      let semaphore = PosixSemaphore(0)
      let thread = PosixThread { semaphore.wait() }
      semaphore.post()
      thread.join()
    }
  }

  @Test func barrierThatFillsTwice() {
    expectClean {
      let barrier = PosixBarrier(3)
      let (serial, lock) = (Shared(0), NSLock())
      let threads = (0..<6).map { _ in
        PosixThread { if barrier.wait() { lock.withLock { serial.value += 1 } } }
      }
      for thread in threads { thread.join() }
      #expect(serial.value == 2)
    }
  }

  @Test func conditionWithAPredicate() {
    expectClean {
      let (condition, isReady) = (NSCondition(), Shared(false))
      let thread = PosixThread {
        condition.lock()
        isReady.value = true
        condition.signal()
        condition.unlock()
      }
      condition.lock()
      while !isReady.value { condition.wait() }
      condition.unlock()
      thread.join()
    }
  }

  /// Waits have an end: without one, Foundation computes a time that overflows, and traps.
  @Test func conditionLockHandsOver() {
    expectClean {
      let lock = NSConditionLock(condition: 0)
      Thread.detachNewThread {
        _ = lock.lock(whenCondition: 1, before: Date(timeIntervalSinceNow: 100))
        lock.unlock(withCondition: 2)
      }
      lock.lock(whenCondition: 0)
      lock.unlock(withCondition: 1)
      #expect(lock.lock(whenCondition: 2, before: Date(timeIntervalSinceNow: 100)))
      lock.unlock()
    }
  }

  @Test func p31WritersThatSemaphoresDoNotOrder() {
    let exploration = expectClean {
      let entries = Shared([String: Int]())
      let done = DispatchSemaphore(value: 0)
      let queue = DispatchQueue(label: "com.acme.cache", attributes: .concurrent)
      for name in ["a", "b"] {
        queue.async {
          entries.value[name] = 1
          done.signal()
        }
      }
      done.wait()
      done.wait()
      #expect(entries.value.count == 2)
    }
    #expect(exploration.distinctSchedules > 1)
  }

  @Test func p39SingletonMadeUnderALock() {
    expectClean {
      let (store, made, lock) = (Shared<NSObject?>(nil), Shared(0), NSLock())
      let queue = DispatchQueue(label: "com.acme.settings")
      let threads = (0..<2).map { _ in
        PosixThread {
          lock.withLock {
            if store.value != nil { return }
            queue.sync { made.value += 1 }
            store.value = NSObject()
          }
        }
      }
      for thread in threads { thread.join() }
      #expect(made.value == 1)
    }
  }

  @Test func eachThreadHasItsOwnIdentity() {
    expectClean(bodyHost: .mainThread) {
      let own = pthread_self()
      let (seen, lock) = (Shared([pthread_t]()), NSLock())
      let threads = (0..<3).map { _ in
        PosixThread {
          #expect(!Thread.isMainThread)
          lock.withLock { seen.value.append(pthread_self()) }
        }
      }
      #expect(Thread.isMainThread)
      for thread in threads { thread.join() }
      #expect(Set(seen.value) == Set(threads.map(\.identity)))
      #expect(!seen.value.contains(own))
    }
  }

  @Test func foundationThreads() {
    expectClean {
      let (done, name) = (DispatchSemaphore(value: 0), Shared(""))
      let thread = Thread {
        Thread.current.name = "com.acme.io"
        Thread.current.threadDictionary["key"] = 1
        name.value = Thread.current.name ?? ""
        done.signal()
        Thread.exit()
      }
      thread.start()
      done.wait()
      #expect(name.value == "com.acme.io")
      #expect(Thread.current.threadDictionary["key"] == nil)
    }
  }

  @Test func threadSpecificDataIsDestroyedAtTheEnd() {
    expectClean {
      var key = pthread_key_t()
      pthread_key_create(&key) { value in
        Unmanaged<Shared<Int>>.fromOpaque(value!).takeRetainedValue().value += 1
      }
      defer { pthread_key_delete(key) }
      let (identity, destroyed, clean) = (key, Shared(0), Shared(true))
      for _ in 0..<3 {
        PosixThread {
          if pthread_getspecific(identity) != nil { clean.value = false }
          pthread_setspecific(identity, Unmanaged.passRetained(destroyed).toOpaque())
        }.join()
      }
      #expect(destroyed.value == 3 && clean.value)
    }
  }

  @Test func aCancelledThreadEndsAtItsNextWait() {
    expectClean {
      let semaphore = PosixSemaphore(0)
      let waiter = PosixThread { semaphore.wait() }
      let sleeper = PosixThread { sleep(1_000_000) }
      waiter.cancel()
      sleeper.cancel()
      waiter.join()
      sleeper.join()
    }
  }

  @Test func aServiceThreadOutlivesTheBody() {
    expectClean {
      let (condition, items) = (NSCondition(), Shared([Int]()))
      Thread.detachNewThread {
        condition.lock()
        while true {
          while items.value.isEmpty { condition.wait() }
          items.value.removeFirst()
        }
      }
      condition.lock()
      items.value.append(1)
      condition.signal()
      condition.unlock()
    }
  }
}
