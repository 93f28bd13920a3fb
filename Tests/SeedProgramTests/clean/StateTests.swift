// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import GCDCheck
import Testing

/// Suspension, activation, targets and specifics.
@Suite struct StateTests {
  @Test func p13SuspendingAQueueAndItsTarget() {
    expectClean {
      let b = DispatchQueue(label: "com.acme.b")
      let a = DispatchQueue(label: "com.acme.a", target: b)
      let log = Shared([String]())
      a.suspend()
      a.async { log.note("a") }
      b.sync { log.note("b") }
      try require(log.value == ["b"])
      b.suspend()
      a.resume()
      b.async { log.note("b") }
      try require(log.value == ["b"])
      b.resume()
      a.sync {}
      b.sync {}
      try require(log.value.sorted() == ["a", "b", "b"])
    }
  }

  @Test func p24RetargetBeforeActivation() {
    expectClean {
      let target = DispatchQueue(label: "com.acme.target")
      let queue = DispatchQueue(label: "com.acme.queue", attributes: .initiallyInactive)
      queue.setTarget(queue: target)
      queue.activate()
      queue.sync { dispatchPrecondition(condition: .onQueue(target)) }
    }
  }

  @Test func p45WorkBeforeActivate() {
    expectClean {
      let queue = DispatchQueue(label: "com.acme.sleeper", attributes: .initiallyInactive)
      let ran = Shared(false)
      queue.async { ran.value = true }
      try require(!ran.value)
      queue.activate()
      queue.sync {}
      try require(ran.value)
    }
  }

  @Test func p05ActivateTwice() {
    expectClean {
      let queue = DispatchQueue(label: "com.acme.sleeper", attributes: .initiallyInactive)
      queue.activate()
      queue.activate()
    }
  }

  @Test func p59SuspendWhileABlockRuns() {
    expectClean {
      let queue = DispatchQueue(label: "com.acme.pausable")
      let log = Shared([String]())
      let started = DispatchSemaphore(value: 0)
      let mayEnd = DispatchSemaphore(value: 0)
      queue.async {
        started.signal()
        mayEnd.wait()
        log.note("first")
      }
      queue.async { log.note("second") }
      started.wait()
      queue.suspend()
      mayEnd.signal()
      DispatchQueue.global().sync {}
      try require(!log.value.contains("second"))
      queue.resume()
      queue.sync {}
      try require(log.value == ["first", "second"])
    }
  }

  @Test func p60SuspendAndExtraResumeWithoutEffect() {
    expectClean {
      DispatchQueue.global().suspend()
      DispatchQueue.global().resume()
      DispatchQueue.global().resume()
      DispatchQueue.main.resume()
    }
  }

  @Test func p80SpecificsAndAssertionsInsideNestedSyncs() {
    expectClean {
      let key = DispatchSpecificKey<Int>()
      let outer = DispatchQueue(label: "com.acme.outer")
      let inner = DispatchQueue(label: "com.acme.inner")
      outer.setSpecific(key: key, value: 1)
      try outer.sync {
        try require(DispatchQueue.getSpecific(key: key) == 1)
        try inner.sync {
          try require(DispatchQueue.getSpecific(key: key) == nil)
          dispatchPrecondition(condition: .onQueue(outer))
        }
      }
    }
  }

  @Test func p81SpecificsOfMainAndGlobalAreGoneInTheNextSchedule() {
    let key = DispatchSpecificKey<Int>()
    expectClean(schedules: 20) {
      try require(DispatchQueue.main.getSpecific(key: key) == nil)
      DispatchQueue.main.setSpecific(key: key, value: 1)
      try require(DispatchQueue.main.getSpecific(key: key) == 1)
    }
  }

  @Test func p23ConcurrentPerformRunsEachIndexOnce() {
    expectClean(schedules: 100) {
      let lock = DispatchQueue(label: "com.acme.lock")
      let seen = Shared([Int]())
      DispatchQueue.concurrentPerform(iterations: 4) { index in lock.sync { seen.value.append(index) } }
      try require(seen.value.sorted() == [0, 1, 2, 3])
    }
  }

  @Test func p44ConcurrentPerformReportsThroughMain() {
    expectClean(schedules: 100) {
      let results = Shared([Int]())
      DispatchQueue.concurrentPerform(iterations: 3) { index in
        DispatchQueue.main.async { results.value.append(index) }
      }
      let count = DispatchQueue.main.sync { results.value.count }
      try require(count == 3)
    }
  }

  @Test func p75ManyBarrierSyncsAreNoLivelock() {
    expectClean(schedules: 2) {
      let queue = DispatchQueue(label: "com.acme.busy", attributes: .concurrent)
      var count = 0
      for _ in 0..<10_000 { queue.sync(flags: .barrier) { count += 1 } }
      try require(count == 10_000)
    }
  }
}
