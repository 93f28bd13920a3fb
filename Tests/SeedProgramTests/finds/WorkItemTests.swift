// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Testing

/// Work items that are misused, or waited for in vain.
@Suite struct WorkItemTests {
  private let wait = "A block object may not be waited for more than once"
  private let runAndWait = "A block object may not be both run more than once and waited for"
  private let runAndNotify = "A block object may not be both run more than once and observed"

  @Test func p82WaitsTwice() {
    expectFinding("GCD206", naming: wait, "DispatchWorkItem") {
      let item = DispatchWorkItem {}
      DispatchQueue.global().async(execute: item)
      item.wait()
      item.wait()
    }
  }

  @Test func twoThreadsWaitAtOnce() {
    expectFinding("GCD206", naming: wait) {
      let item = DispatchWorkItem {}
      let other = DispatchQueue(label: "other")
      other.async { item.wait() }
      _ = item.wait(timeout: .now() + 1)
      item.perform()
      other.sync {}
    }
  }

  @Test func runsAgainAfterAWait() {
    expectFinding("GCD206", naming: runAndWait) {
      let item = DispatchWorkItem {}
      item.perform()
      item.wait()
      item.perform()
    }
  }

  @Test func runsTwiceBeforeAWait() {
    expectFinding("GCD206", naming: runAndWait) {
      let item = DispatchWorkItem {}
      item.perform()
      item.perform()
      item.wait()
    }
  }

  @Test func runsInPlaceAndStandsInAQueueBeforeAWait() {
    expectFinding("GCD206", naming: runAndWait) {
      let queue = DispatchQueue(label: "q")
      queue.suspend()
      let item = DispatchWorkItem {}
      queue.async(execute: item)
      item.perform()
      item.wait()
      queue.resume()
    }
  }

  @Test func aSecondSubmissionRunsAfterTheWait() {
    expectFinding("GCD206", naming: runAndWait) {
      let queue = DispatchQueue(label: "q")
      let item = DispatchWorkItem {}
      queue.async(execute: item)
      queue.async(execute: item)
      item.wait()
      queue.sync {}
    }
  }

  @Test func p53NotifyAfterTwoRuns() {
    expectFinding("GCD206", naming: runAndNotify) {
      let item = DispatchWorkItem {}
      item.perform()
      item.perform()
      item.notify(queue: .global()) {}
    }
  }

  @Test func p53BothRunsEndBeforeANotifyInSomeSchedules() {
    expectFinding("GCD206", naming: runAndNotify) {
      let queue = DispatchQueue.global()
      let item = DispatchWorkItem {}
      queue.async(execute: item)
      item.perform()
      item.cancel()
      item.notify(queue: queue) {}
      item.notify(queue: queue) {}
      item.notify(queue: queue) {}
    }
  }

  @Test func aCancelledRunCountsLikeAnyOther() {
    expectFinding("GCD206", naming: runAndWait) {
      let item = DispatchWorkItem {}
      item.cancel()
      item.perform()
      item.perform()
      item.wait()
    }
  }

  @Test func waitsForAnItemThatNobodyRuns() {
    let report = expectFinding("GCD105", naming: "DispatchWorkItem", "nothing left can run") {
      let item = DispatchWorkItem {}
      item.wait()
    }
    #expect(!report.contains("DispatchGroup"))
  }

  @Test func waitsForItself() {
    expectFinding("GCD102", naming: "waits for itself, through", "DispatchWorkItem") {
      var item: DispatchWorkItem?
      item = DispatchWorkItem { item?.wait() }
      DispatchQueue.global().async(execute: item!)
      DispatchQueue.global().sync {}
      item?.notify(queue: .global()) {}
    }
  }

  @Test func waitsForAnItemBehindItselfOnASerialQueue() {
    expectFinding("GCD102", naming: "com.acme.serial", "DispatchWorkItem") {
      let queue = DispatchQueue(label: "com.acme.serial")
      let second = DispatchWorkItem {}
      let first = DispatchWorkItem { second.wait() }
      queue.async(execute: first)
      queue.async(execute: second)
      first.wait()
    }
  }

  @Test func twoItemsWaitForEachOther() {
    expectFinding("GCD102") {
      var second: DispatchWorkItem!
      let first = DispatchWorkItem { second.wait() }
      second = DispatchWorkItem { first.wait() }
      DispatchQueue.global().async(execute: first)
      DispatchQueue.global().async(execute: second)
      DispatchQueue.global().sync {}
    }
  }

  @Test func waitsForAnItemOnASuspendedQueue() {
    expectFinding("GCD205", naming: "com.acme.paused") {
      let queue = DispatchQueue(label: "com.acme.paused")
      let item = DispatchWorkItem {}
      queue.suspend()
      queue.async(execute: item)
      item.wait()
      queue.resume()
    }
  }

  @Test func aNotifyOfAnItemThatIsKeptAndNeverRun() {
    expectFinding("GCD105", naming: "the notify block", "work item 'item' (") {
      let item = DispatchWorkItem {}
      item.notify(queue: .global()) {}
      _ = Unmanaged.passRetained(item)
    }
  }
}
