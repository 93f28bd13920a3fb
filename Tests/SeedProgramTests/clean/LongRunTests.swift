// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation
import GCDCheck
import Glibc
import Testing

/// Runs that are long, and loops that end: no GCD402.
@Suite struct LongRunTests {
  @Test func manyLocksOfOneThread() {
    expectClean(schedules: 2) {
      let lock = ThreadLock()
      for _ in 0..<150_000 {
        lock.lock()
        lock.unlock()
      }
    }
  }

  @Test func manyLocksOfTwoThreads() {
    expectClean(schedules: 2) {
      let lock = ThreadLock()
      DispatchQueue.concurrentPerform(iterations: 2) { _ in
        for _ in 0..<40_000 {
          lock.lock()
          lock.unlock()
        }
      }
    }
  }

  @Test func aPollThatAnotherBlockEnds() {
    expectClean(schedules: 50) {
      let isDone = Shared(false)
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20)) { isDone.value = true }
      while !isDone.value { usleep(1_000) }
    }
  }

  /// It never yields and does something each time, as the busy handler of a database does.
  @Test func aLoopThatSignalsUntilAnotherBlockHasRun() {
    let most = Shared(0)
    expectClean(schedules: 20) {
      let isDone = Shared(false)
      let signals = DispatchSemaphore(value: 0)
      let group = DispatchGroup()
      DispatchQueue.global().async(group: group) {
        var count = 0
        while !isDone.value {
          signals.signal()
          count += 1
        }
        most.value = max(most.value, count)
      }
      DispatchQueue.global().async(group: group) {
        signals.wait()
        isDone.value = true
      }
      group.wait()
    }
    // One long turn, and not a million steps until somebody looks whether that leads anywhere.
    #expect(most.value < 20_000)
  }

  @Test func aLockThatIsTriedUntilItIsFree() {
    expectClean(schedules: 50) {
      let lock = ThreadLock()
      lock.lock()
      DispatchQueue.global().async {
        while !lock.tryLock() { sched_yield() }
        lock.unlock()
      }
      lock.unlock()
    }
  }

  /// Nobody can say of such a schedule whether it ends: that is a warning, and no further one is tried.
  @Test func anEndlessSupplyOfNewObjects() {
    let exploration = exploreSchedules(schedules: 5, options: .init(maxSteps: 1_000)) {
      DispatchQueue.global().async {}
      for _ in 0..<20_000 {
        let lock = ThreadLock()
        lock.lock()
        lock.unlock()
      }
    }
    #expect(exploration.findings.map(\.code) == ["GCD402"])
    #expect(exploration.findings.first?.severity == .warning)
    #expect(exploration.schedulesRun == 1)
    #expect(exploration.stopped == .tooLong(steps: 10_000))
  }

  /// Nor of one that moves data all the while.
  @Test func anEndlessStreamOfWrites() {
    let exploration = exploreSchedules(schedules: 5, options: .init(maxSteps: 1_000)) {
      let nowhere = open("/dev/null", O_WRONLY)
      for _ in 0..<20_000 { put("", to: nowhere) }
      close(nowhere)
    }
    #expect(exploration.findings.map(\.code) == ["GCD402"])
    #expect(exploration.findings.first?.severity == .warning)
    #expect(exploration.findings.first?.report.contains("moves data") == true)
    #expect(exploration.stopped == .tooLong(steps: 10_000))
  }

  @Test func aLongExchangeOfMessages() {
    let exploration = exploreSchedules(schedules: 5, options: .init(maxSteps: 1_000)) {
      var ends: [Int32] = [-1, -1]
      _ = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
      DispatchQueue.global().async { [ends] in
        var byte: UInt8 = 0
        while recv(ends[1], &byte, 1, 0) == 1, send(ends[1], &byte, 1, 0) == 1 {}
        close(ends[1])
      }
      var byte: UInt8 = 0
      for _ in 0..<5_000 {
        _ = send(ends[0], &byte, 1, 0)
        _ = recv(ends[0], &byte, 1, 0)
      }
      close(ends[0])
    }
    #expect(exploration.findings.map(\.code) == ["GCD402"])
    #expect(exploration.findings.first?.severity == .warning)
  }

  /// Foundation sleeps for the rest of the time, which may be less than a nanosecond.
  @Test func aSleepUntilADate() {
    expectClean(schedules: 20) {
      for tenths in 1...9 { Thread.sleep(until: Date(timeIntervalSinceNow: Double(tenths) / 10)) }
    }
  }

  /// What comes from outside is asked for at rest, but a run that never rests must not miss it.
  @Test func aBusyThreadThatWaitsForWhatAnotherReads() {
    let pipe = PipeEnds()
    expectClean(schedules: 5) {
      let lock = ThreadLock()
      let isRead = Shared(false)
      DispatchQueue.global().async {
        _ = take(from: pipe.reader)
        isRead.value = true
      }
      put("x", to: pipe.writer)
      while !isRead.value {
        lock.lock()
        lock.unlock()
      }
    }
  }

  @Test func aBoundIsKeptByWhatDoesNotGoRound() {
    let exploration = exploreSchedules(schedules: 2, options: .init(maxSteps: 1_000)) {
      let lock = ThreadLock()
      for _ in 0..<4_000 {
        lock.lock()
        lock.unlock()
      }
    }
    #expect(exploration.findings.isEmpty)
  }

  // MARK: Work without end

  /// Submits itself again until it is told to stop.
  private final class EndlessWork: @unchecked Sendable {
    let queue = DispatchQueue(label: "work")
    private let isOver = Shared(false)

    init() { queue.async { self.work() } }
    func stop() { isOver.value = true }
    private func work() { if !isOver.value { queue.async { self.work() } } }
  }

  @Test func aTimeoutNextToWorkWithoutEnd() {
    expectClean(schedules: 4) {
      let work = EndlessWork()
      let isTimeout = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(300)) == .timedOut
      precondition(isTimeout)
      work.stop()
    }
  }

  @Test func aDelayedBlockOnTheQueueOfWorkWithoutEnd() {
    expectClean(schedules: 4) {
      let work = EndlessWork()
      let isDue = DispatchSemaphore(value: 0)
      work.queue.asyncAfter(deadline: .now() + .milliseconds(300)) { isDue.signal() }
      isDue.wait()
      work.stop()
    }
  }

  @Test func aTimerOnTheQueueOfWorkWithoutEnd() {
    expectClean(schedules: 4) {
      let work = EndlessWork()
      let hasFired = DispatchSemaphore(value: 0)
      let timer = DispatchSource.makeTimerSource(queue: work.queue)
      timer.schedule(deadline: .now(), repeating: .milliseconds(50))
      timer.setEventHandler { hasFired.signal() }
      timer.resume()
      for _ in 0..<3 { hasFired.wait() }
      timer.cancel()
      work.stop()
    }
  }

  @Test func aSleeperNextToTwoQueuesThatHandOverForGood() {
    expectClean(schedules: 4) {
      let queues = [DispatchQueue(label: "ping"), DispatchQueue(label: "pong")]
      let isOver = Shared(false)
      @Sendable func pass(to index: Int) {
        if !isOver.value { queues[index].async { pass(to: 1 - index) } }
      }
      pass(to: 0)
      usleep(200_000)
      isOver.value = true
    }
  }

  /// As long as 200,000 steps are, a limit of five seconds is not reached.
  @Test func muchWorkKeepsItsLimit() {
    expectClean(schedules: 1) {
      let queue = DispatchQueue(label: "work")
      let isDone = DispatchSemaphore(value: 0)
      let left = Shared(60_000)
      @Sendable func work() {
        left.value -= 1
        if left.value > 0 { queue.async(execute: work) } else { isDone.signal() }
      }
      queue.async(execute: work)
      precondition(isDone.wait(timeout: .now() + 5) == .success)
    }
  }
}
