// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation
import Synchronization
import Testing

private final class Registry {
  static let shared = Registry()
  var names: [String] = ["first"]
}

// Every access is made under the lock.
nonisolated(unsafe) private var hits = 0
private let hitsLock = NSLock()

/// What locks, lazy globals, atomics and Foundation put in order.
@Suite struct LockOrderTests {
  @Test func aCounterBehindALock() {
    expectNoRace {
      let lock = NSLock()
      let balance = Shared(0)
      DispatchQueue.concurrentPerform(iterations: 3) { _ in lock.withLock { balance.value += 1 } }
      try require(lock.withLock { balance.value } == 3)
    }
  }

  @Test func aRecursiveLock() {
    expectNoRace {
      let lock = NSRecursiveLock()
      let balance = Shared(0)
      DispatchQueue.concurrentPerform(iterations: 2) { _ in
        lock.withLock {
          balance.value += 1
          lock.withLock { balance.value += 1 }
          balance.value += 1
        }
      }
    }
  }

  @Test func aCondition() {
    expectNoRace {
      let condition = NSCondition()
      let items = Shared([Int]())
      let group = DispatchGroup()
      DispatchQueue.global().async(group: group) {
        condition.lock()
        while items.value.isEmpty { condition.wait() }
        items.value.removeFirst()
        condition.unlock()
      }
      condition.lock()
      items.value.append(1)
      condition.signal()
      condition.unlock()
      group.wait()
      try require(items.value.isEmpty)
    }
  }

  @Test func aConditionWithATimeLimit() {
    expectNoRace {
      let condition = NSCondition()
      let isReady = Shared(false)
      let group = DispatchGroup()
      DispatchQueue.global().async(group: group) {
        condition.lock()
        isReady.value = true
        condition.signal()
        condition.unlock()
      }
      condition.lock()
      while !isReady.value, condition.wait(until: Date(timeIntervalSinceNow: 1)) {}
      condition.unlock()
      group.wait()
    }
  }

  @Test func aMutex() {
    expectNoRace {
      let box = MutexBox()
      DispatchQueue.concurrentPerform(iterations: 3) { index in
        box.values.withLock { values in
          values.append(index)
          DispatchQueue.global().sync {}
          values.append(index)
        }
      }
      try require(box.values.withLock { $0.count } == 6)
    }
  }

  /// Its lock and unlock are the program's own code as long as no task waits.
  @Test func aMutexThatIsFree() {
    expectNoRace {
      let box = MutexBox()
      let sum = Counter()
      DispatchQueue.concurrentPerform(iterations: 3) { index in
        box.values.withLock { _ in sum.value += index }
        box.values.withLock { _ in sum.value += index }
      }
      try require(sum.value == 6)
    }
  }

  @Test func p39ASingletonThatIsMadeOnce() {
    expectNoRace {
      let group = DispatchGroup()
      for _ in 0..<3 { DispatchQueue.global().async(group: group) { _ = Registry.shared.names.count } }
      group.wait()
    }
  }

  @Test func aGlobalBehindALockThatOutlivesTheRun() {
    expectNoRace {
      DispatchQueue.concurrentPerform(iterations: 2) { _ in hitsLock.withLock { hits += 1 } }
    }
  }

  @Test func aFlagWithReleaseAndAcquire() {
    expectNoRace {
      let box = FlagBox()
      let group = DispatchGroup()
      DispatchQueue.global().async(group: group) {
        box.message = "done"
        box.isReady.store(true, ordering: .releasing)
      }
      while !box.isReady.load(ordering: .acquiring) { usleep(1_000) }
      try require(box.message == "done")
      group.wait()
    }
  }

  @Test func anOperationQueueWithDependencies() {
    expectNoRace(schedules: 500) {
      let value = Shared(0)
      let queue = OperationQueue()
      let first = BlockOperation { value.value = 1 }
      let second = BlockOperation { value.value += 1 }
      second.addDependency(first)
      queue.addOperations([second, first], waitUntilFinished: true)
      try require(value.value == 2)
    }
  }

  @Test func whatFoundationKeepsIsHandedOn() {
    expectNoRace(schedules: 500) {
      let cache = NSCache<NSString, Holder>()
      let group = DispatchGroup()
      DispatchQueue.global().async(group: group) {
        let holder = Holder()
        holder.value = 7
        cache.setObject(holder, forKey: "key")
      }
      if let holder = cache.object(forKey: "key") { try require(holder.value == 7) }
      group.wait()
    }
  }
}

private final class MutexBox: Sendable {
  let values = Mutex<[Int]>([])
}

// The message is written before the flag is set, and read after it was seen set.
private final class FlagBox: @unchecked Sendable {
  let isReady = Atomic(false)
  var message = ""
}

private final class Holder {
  var value = 0
}
