// Licensed under the Apache License, Version 2.0; see LICENSE.
// The thread waits for its next job; what is missing is the signal of the first one.
import Foundation

/// Safe: its jobs are under the lock of the condition.
final class Server: @unchecked Sendable {
  private let condition = NSCondition()
  private var jobs: [@Sendable () -> Void] = []

  init() { Thread.detachNewThread { [self] in while true { next()() } } }

  func add(_ job: @escaping @Sendable () -> Void) {
    condition.lock()
    jobs.append(job)
    condition.signal()
    condition.unlock()
  }

  private func next() -> @Sendable () -> Void {
    condition.lock()
    defer { condition.unlock() }
    while jobs.isEmpty { condition.wait() }
    return jobs.removeFirst()
  }
}

func work() async {
  let server = Server()
  let done = DispatchSemaphore(value: 0)
  server.add {}
  wait(for: done)
}

func wait(for done: DispatchSemaphore) { done.wait() }  // cause

await Task.detached { await work() }.value
