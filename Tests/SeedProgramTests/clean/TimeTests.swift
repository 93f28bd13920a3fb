// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation
import GCDCheck
import Testing

/// Timers and delays on the virtual clock.
@Suite struct TimeTests {
  @Test func p01RepeatingTimerFiresAtExactSeconds() {
    expectClean(schedules: 100) {
      let start = uptime()
      let queue = DispatchQueue(label: "com.acme.timer")
      let fires = Shared([UInt64]())
      let done = DispatchSemaphore(value: 0)
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.schedule(deadline: .now() + 1, repeating: 1)
      timer.setEventHandler {
        fires.value.append((uptime() - start) / 1_000_000_000)
        if fires.value.count == 3 {
          timer.cancel()
          done.signal()
        }
      }
      timer.resume()
      done.wait()
      queue.sync {}
      try require(fires.value == [1, 2, 3])
    }
  }

  @Test func aBlockThatIsDueAtOnceBeginsLaterThanItWasSubmitted() {
    expectClean(schedules: 100) {
      let done = DispatchSemaphore(value: 0)
      let submitted = DispatchTime.now()
      let begun = Shared(submitted)
      DispatchQueue.global().asyncAfter(deadline: submitted) {
        begun.value = .now()
        done.signal()
      }
      done.wait()
      try require(begun.value > submitted)
    }
  }

  @Test func p02CountdownOnAGlobalQueueShownOnMain() {
    expectClean(schedules: 100) {
      let shown = Shared([Int]())
      let left = Shared(5)
      let completed = DispatchSemaphore(value: 0)
      let timer = DispatchSource.makeTimerSource(queue: .global())
      timer.schedule(deadline: .now(), repeating: .seconds(1))
      timer.setEventHandler {
        let value = left.value
        left.value -= 1
        if value == 0 { timer.cancel() }
        DispatchQueue.main.async {
          shown.value.append(value)
          if value == 0 { completed.signal() }
        }
      }
      timer.resume()
      completed.wait()
      try require(shown.value == [5, 4, 3, 2, 1, 0])
    }
  }

  @Test func p06AsyncAfterTakesNoRealTime() {
    let clock = ContinuousClock()
    let before = clock.now
    expectClean(schedules: 50) {
      let start = uptime()
      let at = Shared<UInt64>(0)
      let done = DispatchSemaphore(value: 0)
      DispatchQueue.main.asyncAfter(deadline: .now() + 2) {
        at.value = uptime() - start
        done.signal()
      }
      done.wait()
      try require(at.value == 2_000_000_000)
    }
    #expect(clock.now - before < .seconds(50))
  }

  @Test func p19WallClockTimerWithLeeway() {
    expectClean(schedules: 50) {
      let start = uptime()
      let fired = Shared<UInt64>(0)
      let done = DispatchSemaphore(value: 0)
      let timer = DispatchSource.makeTimerSource()
      timer.schedule(wallDeadline: .now() + 30, leeway: .seconds(1))
      timer.setEventHandler {
        fired.value = uptime() - start
        done.signal()
      }
      timer.resume()
      done.wait()
      timer.cancel()
      try require(fired.value == 30_000_000_000)
    }
  }

  @Test func p62DelaysThatNeverComeAreNoFinding() {
    expectClean(schedules: 20) {
      DispatchQueue.global().asyncAfter(deadline: .distantFuture) {}
      let start = uptime()
      let done = DispatchSemaphore(value: 0)
      DispatchQueue.global().asyncAfter(deadline: DispatchTime(uptimeNanoseconds: 1)) { done.signal() }
      done.wait()
      try require(uptime() - start <= 1, "a start in the past is due at once")
    }
  }

  @Test func aTimerThatIsDroppedInItsOnlyShot() {
    expectClean(schedules: 50) {
      let done = DispatchSemaphore(value: 0)
      let holder = Shared<DispatchSourceTimer?>(DispatchSource.makeTimerSource())
      holder.value?.schedule(deadline: .now() + 1)
      holder.value?.setEventHandler {
        holder.value = nil
        done.signal()
      }
      holder.value?.resume()
      done.wait()
    }
  }

  @Test func p64DelayOntoABusySerialQueue() {
    expectClean(schedules: 50) {
      let start = uptime()
      let queue = DispatchQueue(label: "com.acme.busy")
      let at = Shared<UInt64>(0)
      queue.asyncAfter(deadline: .now() + 1) { at.value = uptime() - start }
      queue.sync { Thread.sleep(forTimeInterval: 3) }
      queue.sync {}
      try require(at.value == 3_000_000_000)
    }
  }

  @Test func p65TheVirtualWallClockIsTheSameInEachSchedule() {
    var starts: Set<Date> = []
    expectClean(schedules: 20) { starts.insert(Date()) }
    #expect(starts.count == 1)
  }

  @Test func p73CancelHandlerRunsOnceAfterTheLastEvent() {
    expectClean(schedules: 100) {
      let queue = DispatchQueue(label: "com.acme.timer")
      let log = Shared([String]())
      let done = DispatchSemaphore(value: 0)
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.schedule(deadline: .now() + 1, repeating: 1)
      timer.setEventHandler {
        log.note("event")
        timer.cancel()
        timer.cancel()
      }
      timer.setCancelHandler {
        log.note("cancel")
        done.signal()
      }
      timer.resume()
      done.wait()
      try require(log.value == ["event", "cancel"])
    }
  }
}
