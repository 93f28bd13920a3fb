// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Testing

/// Orders that a real clock or the real library fixes, and those that it leaves open.
@Suite struct TieProgramTests {
  /// What a Combine scheduler does: the value, then the completion, each "a second from now".
  @Test func separateReadsOfTheClockKeepTheirOrder() {
    expectClean {
      let seen = Shared<[String]>([])
      let queue = DispatchQueue(label: "com.acme.scheduler")
      for word in ["value", "completion"] {
        queue.asyncAfter(deadline: .now() + 1) { seen.note(word) }
      }
      let end = DispatchSemaphore(value: 0)
      queue.asyncAfter(deadline: .now() + 2) { end.signal() }
      end.wait()
      try require(seen.value == ["value", "completion"])
      try require(uptime() == 100_002_000_000_000)
    }
  }

  @Test func oneReadUsedTwiceLeavesTheOrderOpen() {
    let orders = Shared<[String]>([])
    expectClean {
      let seen = Shared<[String]>([])
      let queue = DispatchQueue(label: "com.acme.scheduler")
      let deadline = DispatchTime.now() + 1
      for word in ["value", "completion"] { queue.asyncAfter(deadline: deadline) { seen.note(word) } }
      let end = DispatchSemaphore(value: 0)
      queue.asyncAfter(deadline: .now() + 2) { end.signal() }
      end.wait()
      let order = seen.value.joined(separator: ", ")
      if !orders.value.contains(order) { orders.note(order) }
    }
    #expect(orders.value.sorted() == ["completion, value", "value, completion"])
  }

  /// A timeout that races with its event goes both ways.
  @Test func aTimeoutStillRacesWithItsEvent() {
    let results = Shared<[String]>([])
    expectClean {
      let event = DispatchSemaphore(value: 0)
      DispatchQueue.global().asyncAfter(deadline: .now() + 1) { event.signal() }
      let result = event.wait(timeout: .now() + 1) == .success ? "came" : "timed out"
      if !results.value.contains(result) { results.note(result) }
    }
    #expect(results.value.sorted() == ["came", "timed out"])
  }

  @Test func theFirstScheduleRunsWorkBelowAQueueBeforeASyncOntoIt() {
    let orders = Shared<[String]>([])
    expectClean {
      let seen = Shared<[String]>([])
      let root = DispatchQueue(label: "root")
      let leaf = DispatchQueue(label: "leaf", target: root)
      leaf.async { seen.note("async") }
      root.sync { seen.note("sync") }
      leaf.sync {}
      orders.note(seen.value.joined(separator: ", "))
    }
    #expect(orders.value.first == "async, sync")
  }
}
