// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import ReportClaims
import Testing

@testable import GCDCheck

/// What a report says of who might have ended a wait: what has happened, and what has not.
@Suite(.serialized) struct WakerTests {
  /// Of the first finding, in one line.
  private func report(_ body: () -> Void) throws -> String {
    let exploration = exploreSchedules(schedules: 50, seed: 1, body)
    let finding = try #require(exploration.findings.first)
    #expect(finding.brokenClaims == [], "\(finding.report)")
    return finding.report.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func anotherConditionIsSignaled() throws {
    let wrong = try report {
      let place = Place()
      DispatchQueue.global().async { place.fill(signaling: place.emptied) }
      place.waitUntilFilled()
    }
    #expect(wrong.contains("had the lock meanwhile, and called signal at"), "\(wrong)")
    #expect(!wrong.contains("without a signal"), "\(wrong)")
    let none = try report {
      let place = Place()
      DispatchQueue.global().async { place.fill(signaling: nil) }
      place.waitUntilFilled()
    }
    #expect(none.contains("unlocked it without a signal"), "\(none)")
    #expect(!none.contains("and called signal"), "\(none)")
  }

  /// A heart that is to beat three times, unless something is done to its timer.
  private func beats(_ change: (DispatchSourceTimer) -> Void) {
    let third = DispatchSemaphore(value: 0)
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "heart"))
    // Only the handlers of the timer use it, one after the other.
    nonisolated(unsafe) var count = 0
    timer.setEventHandler {
      count += 1
      if count == 3 { third.signal() }
    }
    timer.setCancelHandler {}
    timer.schedule(deadline: .now() + 1, repeating: 1)
    change(timer)
    timer.activate()
    third.wait()
    timer.cancel()
  }

  @Test func timersThatFireNoMoreAreNamed() throws {
    let once = try report { beats { $0.schedule(deadline: .now() + 1) } }
    #expect(once.contains("without repetition, and has fired"), "\(once)")
    let cancelled = try report { beats { $0.cancel() } }
    #expect(cancelled.contains("runs any more: it was cancelled at WakerTests.swift"), "\(cancelled)")
    let never = try report { beats { $0.schedule(deadline: .distantFuture) } }
    #expect(!never.contains("has fired") && !never.contains("never scheduled"), "\(never)")
    let sound = exploreSchedules(schedules: 50, seed: 1) { beats { _ in } }
    #expect(sound.findings.isEmpty, "\(sound.findings.map(\.report))")
  }

  @Test func blocksThatAreNeverDueAreNamed() throws {
    func waits(_ deadline: DispatchTime) {
      let done = DispatchSemaphore(value: 0)
      DispatchQueue.global().asyncAfter(deadline: deadline) { done.signal() }
      done.wait()
    }
    let never = try report { waits(.distantFuture) }
    #expect(never.contains("is due in the distant future"), "\(never)")
    let sound = exploreSchedules(schedules: 50, seed: 1) { waits(.now() + 3_600) }
    #expect(sound.findings.isEmpty)
  }

  /// Three operations, in a queue that something is done to.
  private func publishes(_ change: (OperationQueue, _ write: Operation, _ publish: Operation) -> Void) {
    let published = DispatchSemaphore(value: 0)
    let (write, review) = (BlockOperation {}, BlockOperation {})
    let publish = BlockOperation { published.signal() }
    review.addDependency(write)
    publish.addDependency(review)
    let queue = OperationQueue()
    change(queue, write, publish)
    queue.addOperations([review, publish], waitUntilFinished: false)
    published.wait()
  }

  @Test func operationsThatCannotStartAreNamed() throws {
    let circle = try report {
      publishes { queue, write, publish in
        write.addDependency(publish)
        queue.addOperation(write)
      }
    }
    #expect(circle.contains("depend on each other in a circle"), "\(circle)")
    #expect(circle.contains("depends here on an operation that waits for it"), "\(circle)")
    let missing = try report { publishes { _, _, _ in } }
    #expect(missing.contains("was added to no queue; 1 operation depends on it"), "\(missing)")
    let suspended = try report {
      publishes { queue, write, _ in
        queue.addOperation(write)
        queue.isSuspended = true
      }
    }
    #expect(suspended.contains("the operation queue is suspended since WakerTests.swift"), "\(suspended)")
    let sound = exploreSchedules(schedules: 50, seed: 1) {
      publishes { queue, write, _ in queue.addOperation(write) }
    }
    #expect(sound.findings.isEmpty, "\(sound.findings.map(\.report))")
  }

  @Test func oneOfSeveralDoesNotComeToTheLock() throws {
    let left = try report {
      let latch = Latch(3)
      for number in 0..<3 {
        DispatchQueue.global().async { if number != 1 { latch.countDown() } }
      }
      latch.wait()
    }
    #expect(left.contains("ended and never took the lock of this wait"), "\(left)")
    // All of them come.
    let tooFew = try report {
      let latch = Latch(3)
      for _ in 0..<2 { DispatchQueue.global().async { latch.countDown() } }
      latch.wait()
    }
    #expect(!tooFew.contains("never took the lock"), "\(tooFew)")
  }

  @Test func noSignalComesTooEarlyForOneThatLooksFirst() throws {
    let taken = try report {
      let (latch, group) = (Latch(1), DispatchGroup())
      latch.countDown()
      latch.wait()
      latch.add(1)
      DispatchQueue.global().async(group: group) { latch.wait() }
      group.wait()
    }
    #expect(!taken.contains("before this wait began"), "\(taken)")
    #expect(taken.contains("it looks and waits again;"), "\(taken)")
    let early = try report {
      let (condition, group) = (NSCondition(), DispatchGroup())
      condition.signal()
      DispatchQueue.global().async(group: group) {
        condition.lock()
        condition.wait()
        condition.unlock()
      }
      group.wait()
    }
    #expect(early.contains("before this wait began"), "\(early)")
  }

  @Test func cancelledItemsHaveNotRun() throws {
    let report = try report {
      let done = DispatchSemaphore(value: 0)
      let item = DispatchWorkItem { done.signal() }
      item.cancel()
      DispatchQueue.global().async(execute: item)
      done.wait()
    }
    #expect(report.contains("was cancelled at WakerTests.swift:"), "\(report)")
    #expect(!report.contains("has run"), "\(report)")
  }

  @Test func eachHasOnePermitOfTwo() throws {
    let nested = try report { takePermits { $0.wait() } }
    #expect(nested.contains("has one of its permits already"), "\(nested)")
    let lost = try report {
      let (permits, group) = (DispatchSemaphore(value: 2), DispatchGroup())
      for _ in 0..<3 { DispatchQueue.global().async(group: group) { permits.wait() } }
      group.wait()
    }
    #expect(!lost.contains("has one of its permits"), "\(lost)")
  }

  /// Two blocks that take a permit each, and another one.
  private func takePermits(_ again: @escaping @Sendable (DispatchSemaphore) -> Void) {
    let (permits, group, met) = (DispatchSemaphore(value: 2), DispatchGroup(), DispatchGroup())
    for _ in 0..<2 { met.enter() }
    for _ in 0..<2 {
      DispatchQueue.global().async(group: group) {
        permits.wait()
        met.leave()
        met.wait()
        again(permits)
        permits.signal()
        permits.signal()
      }
    }
    group.wait()
  }
}

/// A place with two conditions and one lock.
private final class Place: @unchecked Sendable {
  let filled = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  let emptied = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var isFilled = false

  init() {
    pthread_cond_init(filled, nil)
    pthread_cond_init(emptied, nil)
    pthread_mutex_init(lock, nil)
  }

  func fill(signaling condition: UnsafeMutablePointer<pthread_cond_t>?) {
    pthread_mutex_lock(lock)
    isFilled = true
    if let condition { pthread_cond_signal(condition) }
    pthread_mutex_unlock(lock)
  }

  func waitUntilFilled() {
    pthread_mutex_lock(lock)
    while !isFilled { pthread_cond_wait(filled, lock) }
    pthread_mutex_unlock(lock)
  }
}

/// Opens when its count is down.
private final class Latch: @unchecked Sendable {
  private let condition = NSCondition()
  private var count: Int

  init(_ count: Int) { self.count = count }

  func add(_ more: Int) { condition.withLock { count += more } }

  func countDown() {
    condition.withLock {
      count -= 1
      if count == 0 { condition.broadcast() }
    }
  }

  func wait() {
    condition.lock()
    while count > 0 { condition.wait() }
    condition.unlock()
  }
}
