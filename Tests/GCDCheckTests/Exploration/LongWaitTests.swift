// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation
import Testing

@testable import GCDCheck

/// Waits that something ends after a long time of the virtual clock are no hangs.
@Suite struct LongWaitTests {
  /// Nothing but a repeating timer lives meanwhile.
  private func waitForTimer(_ isOver: @escaping @Sendable (_ fires: Int) -> Bool) {
    let done = DispatchSemaphore(value: 0)
    let timer = DispatchSource.makeTimerSource()
    // Of the timer's handler alone.
    nonisolated(unsafe) var fires = 0
    timer.schedule(deadline: .now(), repeating: .milliseconds(1))
    timer.setEventHandler {
      fires += 1
      if isOver(fires) { done.signal() }
    }
    timer.resume()
    done.wait()
    timer.cancel()
  }

  @Test func aTimerMayFireLongBeforeItSignals() {
    let found = exploreSchedules(schedules: 2, seed: 1) { waitForTimer { $0 == 1_100 } }
    #expect(found.findings.isEmpty, "\(found.findings.first?.report ?? "")")
  }

  @Test func aTimerMayWaitForATime() {
    let found = exploreSchedules(schedules: 2, seed: 1) {
      let end = DispatchTime.now() + 5
      waitForTimer { _ in .now() >= end }
    }
    #expect(found.findings.isEmpty, "\(found.findings.first?.report ?? "")")
  }

  @Test func aTimerThatNeverSignalsIsNoLife() throws {
    func body() { waitForTimer { _ in false } }
    let found = exploreSchedules(schedules: 2, seed: 1, body)
    let first = try #require(found.findings.first)
    #expect(first.code == "GCD103")
    let again = exploreSchedules(replaying: first.schedule, body)
    #expect(again.findings.first?.kind == first.kind && again.findings.first?.steps == first.steps)
  }

  /// Asks each millisecond; the step bound is reached a long time before the answer.
  private func poll(until isOver: () -> Bool) { while !isOver() { usleep(1_000) } }

  private var options: ExplorationOptions {
    var options = ExplorationOptions()
    options.maxSteps = 5_000
    return options
  }

  @Test func aPollMayWaitForADelayedBlock() {
    let found = exploreSchedules(schedules: 2, seed: 1, options: options) {
      let lock = NSLock()
      // Used under the lock only.
      nonisolated(unsafe) var isDone = false
      DispatchQueue.global().asyncAfter(deadline: .now() + 5) { lock.withLock { isDone = true } }
      poll { lock.withLock { isDone } }
    }
    #expect(found.findings.isEmpty, "\(found.findings.first?.report ?? "")")
  }

  @Test func aPollMayReadItsEndFromAClock() {
    let found = exploreSchedules(schedules: 2, seed: 1, options: options) {
      let end = Date() + 5
      poll { Date() >= end }
    }
    #expect(found.findings.isEmpty, "\(found.findings.first?.report ?? "")")
  }

  @Test func aPollForWhatNothingDoesIsALivelock() throws {
    func body() {
      let lock = NSLock()
      let isDone = false
      poll { lock.withLock { isDone } }
    }
    let found = exploreSchedules(schedules: 2, seed: 1, options: options, body)
    let first = try #require(found.findings.first)
    #expect(first.code == "GCD402", "\(first.report)")
    let again = exploreSchedules(replaying: first.schedule, options: options, body)
    #expect(again.findings.first?.kind == first.kind)
  }

  @Test func yieldsMayWaitForATime() async {
    await withDeterministicScheduling(schedules: 2, seed: 1) {
      let end = ContinuousClock.now + .seconds(60)
      while ContinuousClock.now < end { await Task.yield() }
    }
  }

  /// What others wait for must not come early because a loop that counts also reads a clock.
  @Test func yieldsBesideATimeLimitTakeNoTime() async {
    await withDeterministicScheduling(schedules: 1, seed: 1) {
      let clock = ContinuousClock()
      let rounds = await withTaskGroup(of: Int.self) { group in
        group.addTask {
          var rounds = 0
          while rounds < 12_000, clock.now < clock.now + .seconds(1) {
            rounds += 1
            await Task.yield()
          }
          return rounds
        }
        group.addTask {
          try? await Task.sleep(for: .seconds(5))
          return 0
        }
        defer { group.cancelAll() }
        return await group.next() ?? 0
      }
      #expect(rounds == 12_000)
    }
  }

  /// A signal may wake the waiter that it is not for; the body polls meanwhile, and makes no choice any more.
  private func handsOver(_ wake: @escaping @Sendable (NSCondition) -> Void) {
    let condition = NSCondition()
    // Used with the condition's lock in hand.
    nonisolated(unsafe) var (items, room, ended) = (0, 1, 0)
    DispatchQueue.global().async {
      for _ in 0..<2 {
        condition.lock()
        while room == 0 { condition.wait() }
        (items, room) = (items + 1, room - 1)
        wake(condition)
        condition.unlock()
      }
    }
    for _ in 0..<2 {
      DispatchQueue.global().async {
        condition.lock()
        while items == 0 { condition.wait() }
        (items, room, ended) = (items - 1, room + 1, ended + 1)
        wake(condition)
        condition.unlock()
      }
    }
    poll { condition.withLock { ended == 2 } }
  }

  @Test func aHangBesideAPollIsFound() throws {
    func body() { handsOver { $0.signal() } }
    let found = exploreSchedules(schedules: 200, seed: 1, options: options, body)
    let first = try #require(found.findings.first)
    #expect(first.code == "GCD105", "\(first.report)")
    #expect(first.report.contains("wakes another waiter here, and no further one"), "\(first.report)")
    #expect(first.report.contains("test body   in a loop"), "\(first.report)")
    let again = exploreSchedules(replaying: first.schedule, options: options, body)
    #expect(again.findings.first?.kind == first.kind)
  }

  @Test func oneThatWakesAllBesideAPollIsNone() {
    let found = exploreSchedules(schedules: 200, seed: 1, options: options) { handsOver { $0.broadcast() } }
    #expect(found.findings.isEmpty, "\(found.findings.first?.report ?? "")")
  }
}
