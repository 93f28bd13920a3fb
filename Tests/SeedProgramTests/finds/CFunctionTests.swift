// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import GCDCheck
import Testing

/// What only the C functions can do.
@Suite struct CFunctionTests {
  @Test func p58ApplyOntoTheSerialQueueOneIsOn() {
    expectFinding("GCD101") {
      let queue = CDispatch.makeSerialQueue("com.acme.serial")
      CDispatch.sync(queue, queue) { queue in CDispatch.apply(3, queue!) { _, _ in } }
      CDispatch.release(queue)
    }
  }

  @Test func p74RetargetOfAnActiveQueueIsAllowed() {
    expectClean(schedules: 100) {
      let queue = CDispatch.makeSerialQueue("com.acme.moved")
      let target = CDispatch.makeSerialQueue("com.acme.target")
      CDispatch.async(queue, nil) { _ in }
      CDispatch.retarget(queue, to: target)
      CDispatch.async(queue, nil) { _ in }
      CDispatch.sync(queue, nil) { _ in }
      CDispatch.release(queue)
      CDispatch.release(target)
    }
  }
}
