// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Testing

/// GCD101: a thread waits for a queue that it holds itself.
@Suite struct OwnQueueTests {
  @Test func p20SyncInsideSyncOnOneQueue() {
    expectFinding("GCD101", naming: "com.acme.one") {
      let queue = DispatchQueue(label: "com.acme.one")
      queue.sync { queue.sync {} }
    }
  }

  @Test func p20SyncOnMainFromMain() {
    expectFinding("GCD101", bodyHost: .mainThread) { DispatchQueue.main.sync {} }
  }

  @Test func p41SyncOnOwnSerialQueueFromABlock() {
    expectFinding("GCD101", naming: "com.acme.serial") {
      let queue = DispatchQueue(label: "com.acme.serial")
      let done = DispatchSemaphore(value: 0)
      queue.async {
        queue.sync {}
        done.signal()
      }
      done.wait()
    }
  }

  @Test func p32CallbackInsideABarrierReads() {
    expectFinding("GCD101", naming: "com.acme.dictionary") {
      let queue = DispatchQueue(label: "com.acme.dictionary", attributes: .concurrent)
      let store = Shared([String: Int]())
      func read(_ key: String) -> Int? { queue.sync { store.value[key] } }
      func write(_ key: String, _ value: Int, _ callback: @escaping () -> Void) {
        queue.async(flags: .barrier) {
          store.value[key] = value
          callback()
        }
      }
      write("a", 1) { _ = read("a") }
    }
  }

  @Test func p40PhotoStoreReadsInsideItsBarrier() {
    expectFinding("GCD101", naming: "com.acme.photos") {
      let queue = DispatchQueue(label: "com.acme.photos", attributes: .concurrent)
      let photos = Shared([Int]())
      queue.async(flags: .barrier) {
        photos.value.append(1)
        _ = queue.sync { photos.value.count }
      }
    }
  }

  @Test func p56BarrierSyncFromAReaderOfTheSameQueue() {
    expectFinding("GCD101", naming: "com.acme.readers") {
      let queue = DispatchQueue(label: "com.acme.readers", attributes: .concurrent)
      queue.async { queue.sync(flags: .barrier) {} }
    }
  }

  @Test func p57SyncFromABlockOfTheTarget() {
    expectFinding("GCD101", naming: "com.acme.base", "com.acme.upper") {
      let base = DispatchQueue(label: "com.acme.base")
      let upper = DispatchQueue(label: "com.acme.upper", target: base)
      base.async { upper.sync {} }
    }
  }

  @Test func p57SyncOntoAQueueThatTargetsMain() {
    expectFinding("GCD101", naming: "com.acme.view", bodyHost: .mainThread) {
      let queue = DispatchQueue(label: "com.acme.view", target: .main)
      queue.sync {}
    }
  }

  @Test func p87SyncOnMainInASynchronousXCTest() {
    expectFinding("GCD101", bodyHost: .mainThread) { DispatchQueue.main.sync {} }
  }
}
