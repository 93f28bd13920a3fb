// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation
import GCDCheck
import Testing

/// Programs that take a queue for a thread, or a reply for on time.
@Suite struct ThreadIdentityTests {
  @Test func p66BlocksOfOneQueueRelyOnOneThread() {
    expectFinding("GCD501") {
      let queue = DispatchQueue(label: "com.acme.serial")
      let first = Shared<Thread?>(nil)
      let second = Shared<Thread?>(nil)
      queue.async { first.value = Thread.current }
      DispatchQueue.global().async { queue.sync {} }
      queue.async { second.value = Thread.current }
      queue.sync {}
      try require(first.value === second.value, "the second block runs on another thread")
    }
  }

  @Test func p78ReplyAfterTheTimeoutAsserts() {
    expectFinding("GCD501") {
      let answered = DispatchSemaphore(value: 0)
      let isWaiting = Shared(true)
      let wasLate = Shared(false)
      let queue = DispatchQueue(label: "com.acme.reply")
      queue.asyncAfter(deadline: .now() + 2) {
        if !isWaiting.value { wasLate.value = true }
        answered.signal()
      }
      let result = answered.wait(timeout: .now() + 2)
      isWaiting.value = false
      queue.sync {}
      try require(result == .success || !wasLate.value, "the reply came when nobody waited any more")
    }
  }
}
