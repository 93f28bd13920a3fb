// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import GCDCheck
import Glibc
import Testing

/// GCD402: loops that wait for what nobody does.
@Suite struct LivelockTests {
  @Test func aPollOfAVariableThatNobodySets() {
    expectFinding("GCD402", naming: "100,000 steps", schedules: 2) {
      let isDone = Shared(false)
      while !isDone.value { usleep(1_000) }
    }
  }

  @Test func aWaitThatIsTriedForEver() {
    expectFinding("GCD402", schedules: 2) {
      let gate = DispatchSemaphore(value: 0)
      while gate.wait(timeout: .now() + .milliseconds(1)) == .timedOut {}
    }
  }

  @Test func aLockThatIsTriedForEver() {
    expectFinding("GCD402", naming: "100,000 steps", schedules: 2) {
      let lock = ThreadLock()
      lock.lock()
      while !lock.tryLock() {}
    }
  }

  @Test func aYieldToNobody() {
    expectFinding("GCD402", naming: "100,000 steps", schedules: 2) {
      let isDone = Shared(false)
      while !isDone.value { sched_yield() }
    }
  }

  @Test func aSleepOfNoTime() {
    expectFinding("GCD402", naming: "100,000 steps", schedules: 2) {
      let isDone = Shared(false)
      while !isDone.value { usleep(0) }
    }
  }

  @Test func aPollThroughAQueue() {
    expectFinding("GCD402", naming: "com.acme.state", schedules: 2) {
      let state = DispatchQueue(label: "com.acme.state")
      let isDone = Shared(false)
      while !state.sync(execute: { isDone.value }) { usleep(100) }
    }
  }

  /// The confirming run continues in a fair order, and comes to a wait that nothing ends.
  @Test func aFairOrderMayEndInAnotherFinding() {
    let rounds = Shared(0)
    let exploration = exploreSchedules(
      schedules: 1, seed: 1, strategy: .pct(depth: 1), options: .init(maxSteps: 1_000)
    ) {
      let lock = ThreadLock()
      let isDone = Shared(false)
      DispatchQueue.global().async { isDone.value = true }
      while !isDone.value {
        lock.lock()
        lock.unlock()
        rounds.value += 1
      }
      DispatchSemaphore(value: 0).wait()
    }
    #expect(rounds.value > 5_000)
    #expect(exploration.findings.map(\.code) == ["GCD103"])
  }

  /// Nothing tells such a loop from honest work but its length.
  @Test func aPollThatOnlyLocks() {
    let exploration = exploreSchedules(schedules: 2, options: .init(maxSteps: 1_000)) {
      let lock = ThreadLock()
      let isDone = Shared(false)
      while !isDone.value {
        lock.lock()
        lock.unlock()
      }
    }
    #expect(exploration.findings.map(\.code) == ["GCD402"])
    #expect(exploration.findings.first?.report.contains("after 10,000 steps") == true)
  }

  @Test func aBlockThatSubmitsItselfForEver() {
    let exploration = exploreSchedules(schedules: 2, options: .init(maxSteps: 1_000)) {
      let queue = DispatchQueue(label: "com.acme.poll")
      let again = Shared<(() -> Void)?>(nil)
      again.value = { queue.async { again.value?() } }
      again.value?()
    }
    #expect(exploration.findings.map(\.code) == ["GCD402"])
    #expect(exploration.findings.first?.severity == .error)
  }

  /// Each attempt is a call on a descriptor, but none moves anything.
  @Test func aReadThatIsTriedForEver() {
    let exploration = exploreSchedules(schedules: 2, options: .init(maxSteps: 1_000)) {
      let pipe = PipeEnds()
      _ = fcntl(pipe.reader, F_SETFL, O_NONBLOCK)
      put("x", to: pipe.writer)
      while take(from: pipe.reader) != nil || errno == EAGAIN {}
    }
    #expect(exploration.findings.map(\.code) == ["GCD402"])
    #expect(exploration.findings.first?.severity == .error)
    #expect(exploration.findings.first?.report.contains("after 10,000 steps") == true)
  }

  @Test func aReadAtTheEndThatIsTriedForEver() {
    let exploration = exploreSchedules(schedules: 2, options: .init(maxSteps: 1_000)) {
      let nothing = open("/dev/null", O_RDONLY)
      while take(from: nothing) == "" {}
    }
    #expect(exploration.findings.map(\.code) == ["GCD402"])
    #expect(exploration.findings.first?.severity == .error)
  }

  @Test func aSleepMadeOfNewSemaphores() {
    let exploration = exploreSchedules(schedules: 2, options: .init(maxSteps: 1_000)) {
      let isDone = Shared(false)
      while !isDone.value { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(1)) }
    }
    #expect(exploration.findings.map(\.code) == ["GCD402"])
    #expect(exploration.findings.first?.severity == .error)
  }

  @Test func workBeforeTheLoopDoesNotHideIt() {
    let exploration = exploreSchedules(schedules: 2, options: .init(maxSteps: 1_000)) {
      let lock = ThreadLock()
      for _ in 0..<900 {
        lock.lock()
        lock.unlock()
      }
      while true { usleep(10) }
    }
    #expect(exploration.findings.map(\.code) == ["GCD402"])
    #expect(exploration.findings.first?.report.contains("after 2,000 steps") == true)
  }
}
