// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation
import GCDCheck
import Testing

/// Timers and the life of sources.
@Suite struct SourceLifeTests {
  @Test func p61AHandlerLongerThanItsPeriod() {
    expectClean(schedules: 100) {
      let timer = DispatchSource.makeTimerSource(queue: .global())
      let running = Shared(0)
      let data = Shared<[UInt]>([])
      let isAlone = Shared(true)
      let enough = DispatchSemaphore(value: 0)
      timer.schedule(deadline: .now() + .milliseconds(10), repeating: .milliseconds(10))
      timer.setEventHandler {
        running.value += 1
        if running.value != 1 { isAlone.value = false }
        data.value.append(timer.data)
        usleep(25_000)
        running.value -= 1
        if data.value.count == 3 { enough.signal() }
      }
      timer.activate()
      enough.wait()
      timer.cancel()
      try require(isAlone.value && data.value[0] == 1, "\(data.value)")
      try require(data.value.dropFirst().allSatisfy { (2...3).contains($0) }, "\(data.value)")
    }
  }

  @Test func p62StartsThatComeOnceAtOnceOrNever() {
    expectClean(schedules: 100) {
      func timer(_ deadline: DispatchTime, repeating: DispatchTimeInterval = .never) -> DispatchSourceTimer {
        let timer = DispatchSource.makeTimerSource(queue: .global())
        timer.schedule(deadline: deadline, repeating: repeating)
        return timer
      }
      let fired = Shared<[String]>([])
      let start = uptime()
      let once = timer(.now() + 1)
      once.setEventHandler { fired.note("once \((uptime() - start) / 1_000_000_000)") }
      let past = timer(.now() - 5)
      past.setEventHandler { fired.note("past \((uptime() - start) / 1_000_000_000)") }
      let never = timer(.distantFuture)
      never.setEventHandler { fired.note("never") }
      let gone = timer(.now() + 1)
      gone.setEventHandler { fired.note("gone") }
      for source in [once, past, never, gone] { source.activate() }
      gone.cancel()
      gone.schedule(deadline: .now())
      DispatchQueue.global().asyncAfter(deadline: .distantFuture) { fired.note("never") }
      sleep(30)
      try require(fired.value == ["past 0", "once 1"], "\(fired.value)")
      for source in [once, past, never] { source.cancel() }
    }
  }

  @Test func p65DeadlinesOnTheWallClock() {
    expectClean(schedules: 50) {
      let queue = DispatchQueue.global()
      let start = Date()
      let done = DispatchGroup()
      let after = Shared<[Int]>([])
      let note = {
        after.value.append(Int(Date().timeIntervalSince(start)))
        done.leave()
      }
      for _ in 0..<3 { done.enter() }
      queue.asyncAfter(wallDeadline: DispatchWallTime(timespec: timespec(tv_sec: 1_514_764_800, tv_nsec: 0)))
      { note() }
      var soon = timespec()
      clock_gettime(CLOCK_REALTIME, &soon)
      soon.tv_sec += 90
      queue.asyncAfter(wallDeadline: DispatchWallTime(timespec: soon)) { note() }
      queue.asyncAfter(wallDeadline: .now() + .seconds(30 * 86_400)) { note() }
      done.wait()
      try require(after.value == [0, 90, 30 * 86_400], "\(after.value)")
    }
  }

  @Test func p73TheCancelHandlerRunsOnceAfterTheLastEvent() {
    expectClean {
      let order = Shared<[String]>([])
      let ended = DispatchSemaphore(value: 0)
      let source = Shared<DispatchSourceUserDataAdd?>(.none)
      func begin(cancelsInHandler: Bool) {
        source.value = DispatchSource.makeUserDataAddSource(queue: .global())
        source.value?.setEventHandler {
          order.note("event")
          if cancelsInHandler {
            source.value?.cancel()
            source.value = nil
          }
        }
        source.value?.setCancelHandler {
          order.note("cancel")
          ended.signal()
        }
        source.value?.activate()
        source.value?.add(data: 1)
      }
      begin(cancelsInHandler: true)
      ended.wait()
      try require(order.value == ["event", "cancel"], "\(order.value)")
      begin(cancelsInHandler: false)
      source.value?.cancel()
      source.value?.cancel()
      source.value = nil
      ended.wait()
      try require(
        [["cancel"], ["event", "cancel"]].contains(Array(order.value.dropFirst(2))), "\(order.value)")
    }
  }

  @Test func p73CancelledWhileSuspended() {
    expectClean {
      let isResumed = Shared(false)
      let wasResumed = Shared(false)
      let ended = DispatchSemaphore(value: 0)
      let source = DispatchSource.makeUserDataAddSource(queue: .global())
      source.setEventHandler {}
      source.setCancelHandler {
        wasResumed.value = isResumed.value
        ended.signal()
      }
      source.activate()
      source.suspend()
      source.cancel()
      sleep(1)
      isResumed.value = true
      source.resume()
      ended.wait()
      try require(wasResumed.value)
    }
  }

  @Test func aHandlerIsGivenBackWhenItsSourceIsCancelled() {
    expectClean(schedules: 100) {
      final class Owner {
        let freed: Shared<Bool>
        var timer: DispatchSourceTimer?
        init(_ freed: Shared<Bool>) { self.freed = freed }
        deinit { freed.value = true }
        func start() {
          timer = DispatchSource.makeTimerSource(queue: .global())
          timer?.schedule(deadline: .now() + 1, repeating: 1)
          timer?.setEventHandler { self.timer?.cancel() }
          timer?.activate()
        }
      }
      let freed = Shared(false)
      Owner(freed).start()
      sleep(5)
      try require(freed.value, "the handler still owns what it captured")
    }
  }

  @Test func cancelAndWaitReturnsWhenTheHandlerHas() {
    expectClean {
      let source = CSources.make("data_add")
      let running = UnsafeMutablePointer<Int>.allocate(capacity: 1)
      running.initialize(to: 0)
      CSources.setContext(source, running)
      CSources.setHandler("event", source) { context in
        let running = context!.assumingMemoryBound(to: Int.self)
        running.pointee += 1
        sleep(1)
        running.pointee -= 1
      }
      CSources.call("activate", source)
      CSources.merge(1, into: source)
      CSources.call("source_cancel_and_wait", source)
      try require(running.pointee == 0, "the handler still runs")
      CSources.call("release", source)
      running.deallocate()
    }
  }
}
