// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Testing

/// GCD501: the program's own check fails in some schedule.
@Suite struct OwnCheckTests {
  @Test func p34TimeoutOfFiveNanosecondsMeantAsFiveSeconds() {
    expectFinding("GCD501") {
      let answered = DispatchSemaphore(value: 0)
      DispatchQueue.global().async { answered.signal() }
      let result = answered.wait(timeout: DispatchTime(uptimeNanoseconds: uptime() + 5))
      try require(result == .success, "no answer in time")
    }
  }

  @Test func p39LazySingletonWhoseInitialiserCallsIntoDispatch() {
    final class Service {}
    expectFinding("GCD501") {
      let instance = Shared<Service?>(nil)
      let made = Shared(0)
      let setup = DispatchQueue(label: "com.acme.setup")
      let shared = {
        if instance.value == nil {
          setup.sync { made.value += 1 }
          instance.value = Service()
        }
      }
      let group = DispatchGroup()
      for _ in 0..<2 { DispatchQueue.global().async(group: group) { shared() } }
      group.wait()
      try require(made.value == 1, "two instances")
    }
  }

  @Test func p55EnterInsideTheBlockInsteadOfBeforeIt() {
    expectFinding("GCD501") {
      let group = DispatchGroup()
      let done = Shared(false)
      let wasDone = Shared<Bool?>(nil)
      let finished = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        group.enter()
        done.value = true
        group.leave()
      }
      group.notify(queue: .global()) {
        wasDone.value = done.value
        finished.signal()
      }
      finished.wait()
      try require(wasDone.value == true, "notified before the work")
    }
  }

  @Test func p67QualityOfServiceIsNoOrder() {
    expectFinding("GCD501") {
      let order = Shared([String]())
      let group = DispatchGroup()
      DispatchQueue.global(qos: .userInteractive).async(group: group) { order.note("interactive") }
      DispatchQueue.global(qos: .background).async(group: group) { order.note("background") }
      group.wait()
      try require(order.value.first == "interactive", "background was first")
    }
  }

  @Test func aFailingExpectationInABlock() {
    let report = expectFinding("GCD501") {
      let order = Shared([String]())
      let group = DispatchGroup()
      let queue = DispatchQueue(label: "com.acme.order")
      DispatchQueue.global().async(group: group) { queue.sync { order.note("a") } }
      DispatchQueue.global().async(group: group) {
        queue.sync { order.note("b") }
        queue.sync { #expect(order.value == ["a", "b"], "b overtook a") }
      }
      group.wait()
    }
    #expect(report.contains("b overtook a"))
  }

  /// What the test does after the assertion has nothing to do with it.
  @Test func theStepsAreThoseBeforeTheAssertion() {
    let report = expectFinding("GCD501") {
      let group = DispatchGroup()
      let isRead = Shared(false)
      DispatchQueue.global().async(group: group) { isRead.value = true }
      let early = DispatchQueue(label: "com.acme.early")
      early.sync {}
      #expect(isRead.value, "nobody has read yet")
      let late = DispatchQueue(label: "com.acme.late")
      for _ in 0..<20 { late.sync {} }
      group.wait()
    }
    #expect(report.contains("com.acme.early"))
    #expect(!report.contains("com.acme.late"))
  }

  @Test func anErrorThatTheBodyThrows() {
    let report = expectFinding("GCD501") { throw Broken("thrown at once") }
    #expect(report.contains("thrown at once"))
  }
}
