// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Synchronization
import Testing

/// GCD102: participants wait for each other in a circle.
@Suite struct WaitCycleTests {
  @Test func p21MainWaitsByGroupForABlockThatSyncsToMain() {
    expectFinding("GCD102", bodyHost: .mainThread) {
      let group = DispatchGroup()
      DispatchQueue.global().async(group: group) { DispatchQueue.main.sync {} }
      group.wait()
    }
  }

  @Test func p21MainWaitsBySemaphoreForABlockThatSyncsToMain() {
    expectFinding("GCD102", bodyHost: .mainThread) {
      let done = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        DispatchQueue.main.sync {}
        done.signal()
      }
      done.wait()
    }
  }

  @Test func p21MainWaitsBySyncForABlockThatSyncsToMain() {
    expectFinding("GCD102", naming: "com.acme.worker", bodyHost: .mainThread) {
      let queue = DispatchQueue(label: "com.acme.worker")
      queue.async { DispatchQueue.main.sync {} }
      queue.sync {}
    }
  }

  @Test func twoQueuesThatSyncOntoEachOther() {
    expectFinding("GCD102", naming: "com.acme.a", "com.acme.b") {
      let a = DispatchQueue(label: "com.acme.a")
      let b = DispatchQueue(label: "com.acme.b")
      a.async { b.sync {} }
      b.async { a.sync {} }
    }
  }

  @Test func p56ReaderSyncsBehindAPendingBarrier() {
    expectFinding("GCD102", naming: "com.acme.readers") {
      let queue = DispatchQueue(label: "com.acme.readers", attributes: .concurrent)
      queue.async { queue.sync {} }
      queue.async(flags: .barrier) {}
    }
  }

  @Test func aBlockOfAGroupWaitsForThatGroup() {
    expectFinding("GCD102", naming: "com.acme.work") {
      let group = DispatchGroup()
      let queue = DispatchQueue(label: "com.acme.work")
      queue.async(group: group) { group.wait() }
      group.wait()
    }
  }

  @Test func aMutexAndAQueue() {
    expectFinding("GCD102", naming: "com.acme.store") {
      let box = Box()
      let queue = DispatchQueue(label: "com.acme.store")
      queue.async { box.count.withLock { $0 += 1 } }
      box.count.withLock { _ in queue.sync {} }
    }
  }

  /// Who holds a mutex waits for a signal that the one who waits for the mutex would make.
  @Test func aMutexAndASemaphore() {
    expectFinding("GCD102", naming: "semaphore 'done'") {
      let box = Box()
      let done = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        box.count.withLock { $0 += 1 }
        done.signal()
      }
      box.count.withLock { _ in done.wait() }
    }
  }

  /// The one who waits for the mutex would make no signal: that it has ended in a copy of the run shows it.
  @Test func aMutexWhoseWaiterIsNoHelp() {
    let report = expectFinding("GCD103", naming: "semaphore 'done'") {
      let box = Box()
      let done = DispatchSemaphore(value: 0)
      DispatchQueue.global().async { box.count.withLock { $0 += 1 } }
      box.count.withLock { _ in done.wait() }
    }
    #expect(!report.contains("needs worker 1"))
  }

  @Test func aLazyGlobalAndTheQueueThatItsInitialiserNeeds() {
    expectFinding("GCD102", naming: "com.acme.settings") {
      Settings.queue.async { _ = Settings.level }
      _ = Settings.level
    }
  }

  @Test func aLazyGlobalThatNeedsItself() {
    expectFinding("GCD102") { _ = Recursive.first }
  }
}

private final class Box: Sendable {
  let count = Mutex(0)
}

private enum Settings {
  static let queue = DispatchQueue(label: "com.acme.settings")
  static let level = queue.sync { 3 }
}

private enum Recursive {
  static let first: Int = { second + 1 }()
  static let second: Int = { first + 1 }()
}
