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

  @Test func syncOntoAWorkloop() {
    expectFinding("GCD206", naming: "com.acme.loop", "Queue type doesn't support dispatch_sync") {
      let workloop = CDispatch.makeWorkloop("com.acme.loop")
      CDispatch.sync(workloop, nil) { _ in }
    }
  }

  @Test func aBlockForAnInactiveWorkloop() {
    expectFinding("GCD206", naming: "com.acme.loop", "Waking up an inactive workloop") {
      let workloop = CDispatch.makeWorkloop("com.acme.loop", inactive: true)
      CDispatch.async(workloop, nil) { _ in }
    }
  }

  @Test func aSetterOfAnActiveWorkloop() {
    expectFinding("GCD206", naming: "com.acme.loop", "after activation") {
      let workloop = CDispatch.makeWorkloop("com.acme.loop")
      CDispatch.setQuality(ofWorkloop: workloop, 0x11)
    }
  }

  @Test func aWorkloopRunsOneBlockAtATime() {
    expectClean(schedules: 100) {
      let workloop = CDispatch.makeWorkloop("com.acme.loop", inactive: true)
      CDispatch.setQuality(ofWorkloop: workloop, 0x11)
      CDispatch.activate(workloop)
      let done = DispatchSemaphore(value: 0)
      let context = Unmanaged.passUnretained(done).toOpaque()
      for _ in 0..<3 {
        CDispatch.async(workloop, context) {
          Unmanaged<DispatchSemaphore>.fromOpaque($0!).takeUnretainedValue().signal()
        }
      }
      for _ in 0..<3 { done.wait() }
      CDispatch.release(workloop)
    }
  }
}
