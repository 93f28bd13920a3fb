// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Testing

/// References that are counted wrongly.
@Suite struct LifetimeMisuseTests {
  @Test func releasedOnceTooOftenWhileABlockKeepsIt() {
    expectFinding("GCD206", naming: "com.acme.freed", "API MISUSE: Over-release of an object") {
      let queue = CDispatch.makeSerialQueue("com.acme.freed")
      CDispatch.async(queue, nil) { _ in }
      CDispatch.release(queue)
      CDispatch.release(queue)
    }
  }

  @Test func retainedAfterTheLastRelease() {
    expectFinding("GCD206", naming: "com.acme.freed", "API MISUSE: Resurrection of an object") {
      let queue = CDispatch.makeSerialQueue("com.acme.freed")
      CDispatch.release(queue)
      CDispatch.retain(queue)
    }
  }

  @Test func releasedFromInsideASync() {
    expectFinding("GCD206", naming: "com.acme.locked", "Release of a locked queue") {
      let queue = CDispatch.makeSerialQueue("com.acme.locked")
      CDispatch.sync(queue, queue) { CDispatch.release($0!) }
    }
  }

  @Test func releasedFromInsideABlockIsLegal() {
    expectClean {
      let queue = CDispatch.makeSerialQueue("q")
      CDispatch.retain(queue)
      CDispatch.async(queue, queue) { CDispatch.release($0!) }
      CDispatch.release(queue)
    }
  }
}
