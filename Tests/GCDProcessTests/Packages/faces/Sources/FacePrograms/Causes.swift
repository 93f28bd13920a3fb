// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

/// Programs in which another task suffers than the one that is the cause: a report begins in the marked line.
extension FaceProgram {
  public static let causes: [FaceProgram] = [
    pair("waitsWithALock", "GCD103") {
      let (lock, ready, group) = (NSLock(), DispatchSemaphore(value: 0), DispatchGroup())
      DispatchQueue.global().async(group: group) {
        lock.lock()
        ready.wait()  // cause
        lock.unlock()
      }
      DispatchQueue.global().async(group: group) {
        lock.lock()
        lock.unlock()
      }
      group.wait()
    } twin: {
      let (lock, ready, group) = (NSLock(), DispatchSemaphore(value: 0), DispatchGroup())
      DispatchQueue.global().async(group: group) {
        lock.lock()
        ready.wait()
        lock.unlock()
      }
      DispatchQueue.global().async(group: group) {
        ready.signal()
        lock.lock()
        lock.unlock()
      }
      group.wait()
    },
    pair("lockOfAnEndedBlock", "GCD105") {
      let (lock, group, done) = (NSLock(), DispatchGroup(), DispatchSemaphore(value: 0))
      DispatchQueue.global().async(group: group) {
        lock.lock()  // cause
      }
      group.wait()
      DispatchQueue.global().async {
        lock.lock()
        lock.unlock()
        done.signal()
      }
      done.wait()
    } twin: {
      let (lock, group, done) = (NSLock(), DispatchGroup(), DispatchSemaphore(value: 0))
      DispatchQueue.global().async(group: group) {
        lock.lock()
        lock.unlock()
      }
      group.wait()
      DispatchQueue.global().async {
        lock.lock()
        lock.unlock()
        done.signal()
      }
      done.wait()
    },
    pair("waitsWithoutLooking", "GCD105") {
      let (condition, group) = (NSCondition(), DispatchGroup())
      group.enter()
      condition.lock()
      condition.signal()
      condition.unlock()
      DispatchQueue.global().async {
        condition.lock()
        condition.wait()  // cause
        condition.unlock()
        group.leave()
      }
      group.wait()
    } twin: {
      let (condition, group, isOpen) = (NSCondition(), DispatchGroup(), Box(false))
      group.enter()
      condition.lock()
      isOpen.value = true
      condition.signal()
      condition.unlock()
      DispatchQueue.global().async {
        condition.lock()
        while !isOpen.value { condition.wait() }
        condition.unlock()
        group.leave()
      }
      group.wait()
    },
    pair("notifyBehindAnEnter", "GCD104") {
      let (group, done) = (DispatchGroup(), DispatchSemaphore(value: 0))
      group.enter()
      DispatchQueue.global().async { group.leave() }
      group.enter()  // cause
      DispatchQueue.global().async {}
      group.notify(queue: .global()) { done.signal() }
      done.wait()
    } twin: {
      let (group, done) = (DispatchGroup(), DispatchSemaphore(value: 0))
      group.enter()
      DispatchQueue.global().async { group.leave() }
      group.enter()
      DispatchQueue.global().async { group.leave() }
      group.notify(queue: .global()) { done.signal() }
      done.wait()
    },
    pair("onePermitForThree", "GCD103") {
      let (gate, group) = (DispatchSemaphore(value: 0), DispatchGroup())
      for _ in 0..<3 {
        group.enter()
        DispatchQueue.global().async {  // cause
          gate.wait()
          group.leave()
        }
      }
      gate.signal()
      group.wait()
    } twin: {
      let (gate, group) = (DispatchSemaphore(value: 0), DispatchGroup())
      for _ in 0..<3 {
        group.enter()
        DispatchQueue.global().async {
          gate.wait()
          gate.signal()
          group.leave()
        }
      }
      gate.signal()
      group.wait()
      gate.wait()
    },
    pair("timerWithoutActivation", "GCD205") {
      let done = DispatchSemaphore(value: 0)
      let timer = DispatchSource.makeTimerSource()  // cause
      timer.schedule(deadline: .now() + 0.1)
      timer.setEventHandler { done.signal() }
      done.wait()
      timer.activate()
    } twin: {
      let done = DispatchSemaphore(value: 0)
      let timer = DispatchSource.makeTimerSource()
      timer.schedule(deadline: .now() + 0.1)
      timer.setEventHandler { done.signal() }
      timer.activate()
      done.wait()
      timer.cancel()
    },
    pair("jobWithoutASignal", "GCD103") {
      let server = JobServer()
      let done = DispatchSemaphore(value: 0)
      server.add {}
      done.wait()  // cause
    } twin: {
      let server = JobServer()
      let done = DispatchSemaphore(value: 0)
      server.add { done.signal() }
      done.wait()
    },
    pair("functionKeepsTheLock", "GCD102") {
      let counter = KeptCounter()
      counter.add()
      _ = counter.value
    } twin: {
      let counter = KeptCounter()
      counter.addAndUnlock()
      _ = counter.value
    },
    pair("unlockedOnceTooOften", "GCD105") {
      let lock = ReadWriteLock()
      lock.write()
      lock.unlock()
      lock.unlock()
      lock.write()
    } twin: {
      let lock = ReadWriteLock()
      lock.read()
      lock.read()
      lock.unlock()
      lock.unlock()
      lock.write()
      lock.unlock()
    },
    pair("signalsTheWrongSemaphore", "GCD103") {
      let (free, filled) = (DispatchSemaphore(value: 1), DispatchSemaphore(value: 0))
      let group = DispatchGroup()
      DispatchQueue.global().async(group: group) {
        free.wait()
        filled.signal()
        free.wait()  // cause
        filled.signal()
      }
      filled.wait()
      filled.signal()
      group.wait()
    } twin: {
      let (free, filled) = (DispatchSemaphore(value: 1), DispatchSemaphore(value: 0))
      let group = DispatchGroup()
      DispatchQueue.global().async(group: group) {
        free.wait()
        filled.signal()
        free.wait()
        filled.signal()
      }
      filled.wait()
      free.signal()
      group.wait()
      free.signal()
    },
    pair("takesThePermitTwice", "GCD102") {
      let (permit, group) = (DispatchSemaphore(value: 1), DispatchGroup())
      DispatchQueue.global().async(group: group) {
        permit.wait()
        permit.wait()  // cause
        permit.signal()
        permit.signal()
      }
      group.wait()
    } twin: {
      let (permit, group) = (DispatchSemaphore(value: 1), DispatchGroup())
      DispatchQueue.global().async(group: group) {
        permit.wait()
        permit.signal()
        permit.wait()
        permit.signal()
      }
      group.wait()
    },
    pair("waitsOutsideTheCycle", "GCD102") {
      let (accounts, users) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let (pages, group) = (DispatchSemaphore(value: 0), DispatchGroup())
      DispatchQueue.global().async(group: group) {
        users.wait()
        users.signal()
        pages.signal()
      }
      DispatchQueue.global().async(group: group) {
        accounts.wait()  // cause
        accounts.signal()
        users.signal()
      }
      DispatchQueue.global().async(group: group) {
        users.wait()
        users.signal()
        accounts.signal()
      }
      group.wait()
    } twin: {
      let (accounts, users) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let (pages, group) = (DispatchSemaphore(value: 0), DispatchGroup())
      DispatchQueue.global().async(group: group) {
        users.wait()
        users.signal()
        pages.signal()
      }
      DispatchQueue.global().async(group: group) {
        accounts.wait()
        accounts.signal()
        users.signal()
      }
      DispatchQueue.global().async(group: group) { accounts.signal() }
      group.wait()
    },
  ].flatMap { $0 }
}

/// A lock of POSIX; its address stays.
private final class ReadWriteLock: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)

  init() { pthread_rwlock_init(lock, nil) }

  func read() { pthread_rwlock_rdlock(lock) }
  func write() { pthread_rwlock_wrlock(lock) }
  func unlock() { pthread_rwlock_unlock(lock) }  // cause of unlockedOnceTooOften
}

/// Runs jobs on a thread of its own, which serves for good. The jobs are behind the condition.
private final class JobServer: @unchecked Sendable {
  private let condition = NSCondition()
  private var jobs: [() -> Void] = []

  init() { Thread.detachNewThread { [self] in serve() } }

  func add(_ job: @escaping () -> Void) {
    condition.lock()
    jobs.append(job)
    condition.signal()
    condition.unlock()
  }

  private func serve() {
    while true {
      condition.lock()
      while jobs.isEmpty { condition.wait() }
      let job = jobs.removeFirst()
      condition.unlock()
      job()
    }
  }
}

/// Its count is behind the lock.
private final class KeptCounter: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  func add() {
    lock.lock()  // cause of functionKeepsTheLock
    count += 1
  }

  func addAndUnlock() {
    lock.lock()
    count += 1
    lock.unlock()
  }

  var value: Int {
    lock.lock()
    defer { lock.unlock() }
    return count
  }
}
