// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

/// Waits within a lock or a block of a queue, and calls that are made too seldom: a report begins in the
/// marked line, as in `causes`.
extension FaceProgram {
  public static let sections: [FaceProgram] = [
    pair("waitsForAGroupWithItsLock", "GCD102") {
      let (lock, group) = (NSLock(), DispatchGroup())
      DispatchQueue.global().async(group: group) {
        lock.lock()
        lock.unlock()
      }
      lock.lock()
      group.wait()  // cause
      lock.unlock()
    } twin: {
      let (lock, group) = (NSLock(), DispatchGroup())
      DispatchQueue.global().async(group: group) {
        lock.lock()
        lock.unlock()
      }
      lock.lock()
      lock.unlock()
      group.wait()
    },
    pair("waitsInABarrier", "GCD102") {
      let (cache, group) = (DispatchQueue(label: "cache", attributes: .concurrent), DispatchGroup())
      let both = Meeting(of: 2)
      DispatchQueue.global().async(group: group) { both.attend { cache.sync {} } }
      cache.sync(flags: .barrier) {
        both.attend { group.wait() }  // cause
      }
    } twin: {
      let (cache, group) = (DispatchQueue(label: "cache", attributes: .concurrent), DispatchGroup())
      DispatchQueue.global().async(group: group) { cache.sync {} }
      cache.sync(flags: .barrier) {}
      group.wait()
    },
    pair("callsBackWithItsLock", "GCD102") {
      let counter = ObservedCounter()
      counter.callsBackUnlocked = false
      counter.onChange = {
        _ = counter.count
      }
      counter.change()
    } twin: {
      let counter = ObservedCounter()
      counter.onChange = {
        _ = counter.count
      }
      counter.change()
    },
    pair("wakesOneOfTwo", "GCD105") {
      let (condition, group, isOpen) = (NSCondition(), DispatchGroup(), Box(false))
      let waiters = Box(0)
      for _ in 0..<2 {
        DispatchQueue.global().async(group: group) {
          condition.lock()
          waiters.change { $0 += 1 }
          while !isOpen.value { condition.wait() }
          condition.unlock()
        }
      }
      while waiters.value < 2 { Thread.sleep(forTimeInterval: 0.01) }
      condition.lock()
      isOpen.value = true
      condition.signal()  // cause
      condition.unlock()
      group.wait()
    } twin: {
      let (condition, group, isOpen) = (NSCondition(), DispatchGroup(), Box(false))
      for _ in 0..<2 {
        DispatchQueue.global().async(group: group) {
          condition.lock()
          while !isOpen.value { condition.wait() }
          condition.unlock()
        }
      }
      condition.lock()
      isOpen.value = true
      condition.broadcast()
      condition.unlock()
      group.wait()
    },
    pair("suspendedTwice", "GCD205") {
      let (queue, done) = (DispatchQueue(label: "rows"), DispatchSemaphore(value: 0))
      for _ in 0..<2 {
        queue.suspend()  // cause
      }
      queue.async { done.signal() }
      queue.resume()
      done.wait()
      queue.resume()
    } twin: {
      let (queue, done) = (DispatchQueue(label: "rows"), DispatchSemaphore(value: 0))
      for _ in 0..<2 {
        queue.suspend()
      }
      queue.async { done.signal() }
      queue.resume()
      queue.resume()
      done.wait()
    },
    pair("keepsItWhereAnotherRunsOut", "GCD103") {
      let (permit, never, group) = (DispatchSemaphore(value: 1), DispatchSemaphore(value: 0), DispatchGroup())
      DispatchQueue.global().async(group: group) {
        permit.wait()  // cause
        guard never.wait(timeout: .now() + 1) == .success else { return }
        permit.signal()
      }
      group.wait()
      permit.wait()
      permit.signal()
    } twin: {
      let (permit, never, group) = (DispatchSemaphore(value: 1), DispatchSemaphore(value: 0), DispatchGroup())
      DispatchQueue.global().async(group: group) {
        permit.wait()
        defer { permit.signal() }
        _ = never.wait(timeout: .now() + 1)
      }
      group.wait()
      permit.wait()
      permit.signal()
    },
    pair("entersBesideItsBlocks", "GCD104") {
      let group = DispatchGroup()
      group.enter()  // cause
      for _ in 0..<2 {
        DispatchQueue.global().async(group: group) {}
      }
      group.wait()
    } twin: {
      let group = DispatchGroup()
      group.enter()
      for _ in 0..<2 {
        DispatchQueue.global().async(group: group) {}
      }
      group.leave()
      group.wait()
    },
  ].flatMap { $0 }
}

/// Says when it has changed.
private final class ObservedCounter: @unchecked Sendable {
  // One at a time sets these, before it changes.
  var onChange: () -> Void = {}
  var callsBackUnlocked = true
  private let lock = NSLock()
  private var changes = 0

  var count: Int {
    lock.lock()
    defer { lock.unlock() }
    return changes
  }

  func change() {
    lock.lock()
    changes += 1
    if callsBackUnlocked { lock.unlock() }
    onChange()  // cause of callsBackWithItsLock
    if !callsBackUnlocked { lock.unlock() }
  }
}
