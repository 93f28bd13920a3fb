// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Testing

/// GCD201 to GCD204, GCD206 and GCD207: calls for which the real library ends the process.
@Suite struct MisuseTests {
  @Test func p10LeaveWithoutEnter() {
    expectFinding("GCD201") { DispatchGroup().leave() }
  }

  @Test func p10LeaveOnceTooOftenOnARarePath() {
    expectFinding("GCD201") {
      let group = DispatchGroup()
      let answered = Shared(false)
      let queue = DispatchQueue.global()
      group.enter()
      queue.asyncAfter(deadline: .now() + .milliseconds(10)) {
        if !answered.value { group.leave() }
        answered.value = true
      }
      queue.asyncAfter(deadline: .now() + .milliseconds(10)) {
        let isFirst = !answered.value
        queue.sync {}
        if isFirst { group.leave() }
        answered.value = true
      }
      group.wait()
    }
  }

  @Test func p05ResumeTwiceOnATimer() {
    expectFinding("GCD202") {
      let timer = DispatchSource.makeTimerSource()
      timer.schedule(deadline: .now() + 1)
      timer.setEventHandler {}
      timer.resume()
      timer.resume()
    }
  }

  @Test func p05ResumeOfAQueueThatIsNotSuspended() {
    expectFinding("GCD202", naming: "com.acme.log") { DispatchQueue(label: "com.acme.log").resume() }
  }

  @Test func p05ActivateThenResume() {
    expectFinding("GCD202") {
      let timer = DispatchSource.makeTimerSource()
      timer.schedule(deadline: .now() + 1)
      timer.setEventHandler {}
      timer.activate()
      timer.resume()
    }
  }

  @Test func p47ResumeOnceTooOften() {
    expectFinding("GCD202", naming: "com.acme.pausable") {
      let queue = DispatchQueue(label: "com.acme.pausable")
      queue.suspend()
      queue.async {}
      queue.resume()
      queue.resume()
    }
  }

  @Test func p04TimerDroppedBeforeItWasResumed() {
    expectFinding("GCD203") {
      let timer = DispatchSource.makeTimerSource()
      timer.schedule(deadline: .now() + 1)
      timer.setEventHandler {}
    }
  }

  @Test func p14SuspendedQueueDropped() {
    expectFinding("GCD203", naming: "com.acme.dropped") {
      let queue = DispatchQueue(label: "com.acme.dropped")
      queue.suspend()
    }
  }

  @Test func p45InactiveQueueDropped() {
    expectFinding("GCD203", naming: "com.acme.inactive") {
      _ = DispatchQueue(label: "com.acme.inactive", attributes: .initiallyInactive)
    }
  }

  @Test func p11SemaphoreFreedWhileInUse() {
    expectFinding("GCD204") {
      let gate = DispatchSemaphore(value: 1)
      gate.wait()
    }
  }

  @Test func p24RetargetAfterActivation() {
    expectFinding("GCD206", naming: "com.acme.moved") {
      let queue = DispatchQueue(label: "com.acme.moved")
      queue.setTarget(queue: DispatchQueue(label: "com.acme.elsewhere"))
    }
  }

  @Test func p86NegativeSemaphore() {
    expectFinding("GCD206") { _ = DispatchSemaphore(value: -1) }
  }

  @Test func p70UIObjectTouchedFromABackgroundQueue() {
    expectFinding("GCD207") {
      let done = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        dispatchPrecondition(condition: .onQueue(.main))
        done.signal()
      }
      done.wait()
    }
  }
}
