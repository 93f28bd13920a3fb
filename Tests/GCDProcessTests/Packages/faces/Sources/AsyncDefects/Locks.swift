// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

/// Waits until it is ended, or the task is cancelled.
private final class LockedWait: @unchecked Sendable {  // The lock guards it.
  private let lock = NSLock()
  private var continuation: Continuation?
  private var hasEnded = false
  private let resumesUnderLock: Bool

  init(resumesUnderLock: Bool) { self.resumesUnderLock = resumesUnderLock }

  func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        lock.lock()
        defer { lock.unlock() }
        if hasEnded { continuation.resume() } else { self.continuation = continuation }
      }
    } onCancel: {
      lock.lock()
      let continuation = end()
      lock.unlock()
      continuation?.resume()
    }
  }

  func finish() {
    lock.lock()
    let continuation = end()
    if resumesUnderLock {
      continuation?.resume()
      lock.unlock()
    } else {
      lock.unlock()
      continuation?.resume()
    }
  }

  private func end() -> Continuation? {
    defer { continuation = nil }
    hasEnded = true
    return continuation
  }

  static func run(resumesUnderLock: Bool) async {
    let wait = LockedWait(resumesUnderLock: resumesUnderLock)
    let waiter = Task { await wait.wait() }
    let finisher = Task { wait.finish() }
    waiter.cancel()
    await waiter.value
    await finisher.value
  }

  /// A time limit cancels the wait, while it is ended.
  static func runWithTimeLimit(resumesUnderLock: Bool) async {
    let wait = LockedWait(resumesUnderLock: resumesUnderLock)
    let waiter = Task { await wait.wait() }
    let finisher = Task.detached { wait.finish() }
    let limit = Task.detached {
      try? await Task.sleep(for: .microseconds(1))
      waiter.cancel()
    }
    await waiter.value
    await finisher.value
    await limit.value
  }
}

/// A transfer whose state belongs to a queue.
private final class Transfer: @unchecked Sendable {  // The queue guards it.
  private let queue = DispatchQueue(label: "transfer")
  private var continuation: Continuation?
  private var isCancelled = false
  private let cancelsWithSync: Bool

  init(cancelsWithSync: Bool) { self.cancelsWithSync = cancelsWithSync }

  func run() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.async {
          if self.isCancelled { continuation.resume() } else { self.continuation = continuation }
        }
        queue.async { self.complete() }
      }
    } onCancel: {
      let cancel: @Sendable () -> Void = {
        self.isCancelled = true
        self.complete()
      }
      if cancelsWithSync { queue.sync(execute: cancel) } else { queue.async(execute: cancel) }
    }
  }

  private func complete() {
    continuation?.resume()
    continuation = nil
  }

  static func run(cancelsWithSync: Bool) async {
    let transfer = Transfer(cancelsWithSync: cancelsWithSync)
    let task = Task { await transfer.run() }
    task.cancel()
    await task.value
  }
}

/// Child processes, each with a task that waits for its exit.
private final class Processes: Sendable {
  private let lock = NSLock()
  private let waitsInsideLock: Bool

  init(waitsInsideLock: Bool) { self.waitsInsideLock = waitsInsideLock }

  func add(_ body: @Sendable () -> Void) { lock.withLock(body) }

  func wait(for exit: DispatchSemaphore) {
    if waitsInsideLock {
      lock.withLock { exit.wait() }
    } else {
      exit.wait()
      lock.withLock {}
    }
  }

  static func run(waitsInsideLock: Bool) async {
    let processes = Processes(waitsInsideLock: waitsInsideLock)
    let exit = DispatchSemaphore(value: 0)
    let waiter = Task.detached { processes.wait(for: exit) }
    DispatchQueue.global().async { processes.add { exit.signal() } }
    await waiter.value
  }
}

/// Two accounts, each with a lock of its own.
private func transferBothWays(inOneOrder: Bool) async {
  let (first, second) = (NSLock(), NSLock())
  async let there: Void = first.withLock { second.withLock {} }
  async let back: Void =
    inOneOrder
    ? first.withLock { second.withLock {} } : second.withLock { first.withLock {} }
  _ = await (there, back)
}

/// A log whose writer keeps its lock while it stores the entry.
private final class Log: @unchecked Sendable {  // The lock guards it.
  private let lock = NSLock()
  private let store = Store()

  // What async functions may not call themselves.
  private func begin() { lock.lock() }
  private func end() { lock.unlock() }

  func write(_ entry: Int, keepsLock: Bool) async {
    begin()
    if !keepsLock { end() }
    await store.add(entry)
    if keepsLock { end() }
  }

  func writeSlowly(_ entry: Int, keepsLock: Bool) async {
    begin()
    if !keepsLock { end() }
    await store.addSlowly(entry)
    if keepsLock { end() }
  }
}

extension Store {
  fileprivate func addSlowly(_ entry: Int) async {
    await Task.yield()
    add(entry)
  }
}

extension AsyncDefect {
  static let locks: [AsyncDefect] = [
    AsyncDefect("resumeUnderLock", "GCD108") {
      await LockedWait.run(resumesUnderLock: true)
    } twin: {
      await LockedWait.run(resumesUnderLock: false)
    },
    AsyncDefect("resumeUnderLockAtATimeLimit", "GCD108") {
      await LockedWait.runWithTimeLimit(resumesUnderLock: true)
    } twin: {
      await LockedWait.runWithTimeLimit(resumesUnderLock: false)
    },
    AsyncDefect("cancelSyncsOnQueue", "GCD108") {
      await Transfer.run(cancelsWithSync: true)
    } twin: {
      await Transfer.run(cancelsWithSync: false)
    },
    AsyncDefect("waitInsideLock", "GCD102") {
      await Processes.run(waitsInsideLock: true)
    } twin: {
      await Processes.run(waitsInsideLock: false)
    },
    AsyncDefect("lockAcrossAwait", "GCD304") {
      await Log().write(1, keepsLock: true)
    } twin: {
      await Log().write(1, keepsLock: false)
    },
    AsyncDefect("lockAcrossAnothersAwait", "GCD304") {
      await Log().writeSlowly(1, keepsLock: true)
    } twin: {
      await Log().writeSlowly(1, keepsLock: false)
    },
    AsyncDefect("locksInTwoOrders", "GCD102") {
      await transferBothWays(inOneOrder: false)
    } twin: {
      await transferBothWays(inOneOrder: true)
    },
  ]
}
