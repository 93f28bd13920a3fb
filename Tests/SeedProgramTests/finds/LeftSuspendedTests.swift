// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import GCDCheck
import Testing

/// GCD205, GCD208 and GCD303: things that stop in silence.
@Suite struct LeftSuspendedTests {
  /// Keeps an object forever: dropping it would be another finding.
  private func keep(_ object: AnyObject) { _ = Unmanaged.passRetained(object) }

  @Test func p14SuspendedWithWorkBehindIt() {
    expectFinding("GCD205", severity: .warning, naming: "com.acme.log", schedules: 20) {
      let queue = DispatchQueue(label: "com.acme.log")
      keep(queue)
      queue.suspend()
      queue.async {}
    }
  }

  @Test func p45InactiveQueueThatIsKept() {
    expectFinding("GCD205", severity: .warning, naming: "com.acme.sleeper", schedules: 20) {
      let queue = DispatchQueue(label: "com.acme.sleeper", attributes: .initiallyInactive)
      keep(queue)
      queue.async {}
    }
  }

  @Test func p09EnterWithoutLeaveThenTimedWait() {
    expectFinding("GCD205", severity: .warning, schedules: 20) {
      let group = DispatchGroup()
      group.enter()
      _ = group.wait(timeout: .now() + 1)
    }
  }

  @Test func p04TimerThatIsNeverResumedAndKept() {
    expectFinding("GCD205", severity: .warning, schedules: 20) {
      let timer = DispatchSource.makeTimerSource()
      timer.schedule(deadline: .now() + 1)
      timer.setEventHandler {}
      keep(timer as AnyObject)
    }
  }

  @Test func p03TimerHeldByALocalOnly() {
    expectFinding("GCD208", severity: .warning, schedules: 20) {
      let timer = DispatchSource.makeTimerSource()
      timer.schedule(deadline: .now() + 1, repeating: 1)
      timer.setEventHandler {}
      timer.resume()
    }
  }

  @Test func aRepeatingTimerIsDroppedInItsHandler() {
    expectFinding("GCD208", severity: .warning, schedules: 20) {
      let done = DispatchSemaphore(value: 0)
      let holder = Shared<DispatchSourceTimer?>(DispatchSource.makeTimerSource())
      holder.value?.schedule(deadline: .now() + 1, repeating: 1)
      holder.value?.setEventHandler {
        holder.value = nil
        done.signal()
      }
      holder.value?.resume()
      done.wait()
    }
  }

  @Test func p30BarrierOnAGlobalQueue() {
    expectFinding("GCD303", severity: .warning, schedules: 20) {
      DispatchQueue.global().async(flags: .barrier) {}
    }
  }

  @Test func anAllowanceSilencesItsObject() {
    expectClean(schedules: 20, allowing: [.leftSuspended("com.acme.log")]) {
      let queue = DispatchQueue(label: "com.acme.log")
      keep(queue)
      queue.suspend()
      queue.async {}
    }
  }
}
