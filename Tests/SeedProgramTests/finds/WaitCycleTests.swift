// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Testing

/// GCD102: parties wait for each other in a circle.
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
}
