// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

/// Calls `body` from code that is not async.
func blocking(_ body: () -> Void) { body() }

private func waitForATask(blocks: Bool) async {
  let done = DispatchSemaphore(value: 0)
  await Task { @MainActor in
    if blocks {
      Task { @MainActor in _ = done.signal() }
      blocking { done.wait() }
    } else {
      await Task { @MainActor in _ = done.signal() }.value
      blocking { done.wait() }
    }
  }.value
}

/// A queue whose block waits for a task, which waits for the queue.
private func adapt(waitsForQueue: Bool) async {
  let adaptor = DispatchQueue(label: "adaptor")
  let ready = DispatchSemaphore(value: 0)
  adaptor.async { ready.wait() }
  let worker = Task.detached {
    if waitsForQueue { blocking { adaptor.sync {} } }
    ready.signal()
  }
  await worker.value
}

/// What an actor does while it blocks is nothing that another of its calls could do.
private actor Blocking {
  private let ready = DispatchSemaphore(value: 0)

  func wait() { ready.wait() }
  func signal() { ready.signal() }
  nonisolated func signalFromOutside() { ready.signal() }

  static func run(outside: Bool) async {
    let actor = Blocking()
    async let wait: Void = actor.wait()
    if outside { actor.signalFromOutside() } else { await actor.signal() }
    await wait
  }
}

/// An answer that comes by a callback, for callers that are not async.
private func answer(blocks: Bool) async {
  let done = DispatchSemaphore(value: 0)
  let caller = Task.detached {
    if blocks { blocking { done.wait() } }
    return 1
  }
  let callee = Task.detached {
    done.signal()
    return 2
  }
  _ = await (caller.value, callee.value)
}

/// Readers that wait for all others, like the threads of a barrier.
private func meet(blocks: Bool) async {
  let group = DispatchGroup()
  for _ in 0..<3 { group.enter() }
  await withTaskGroup(of: Void.self) { readers in
    for _ in 0..<3 {
      readers.addTask {
        group.leave()
        if blocks { return blocking { group.wait() } }
        await withCheckedContinuation { continuation in
          group.notify(queue: .global()) { continuation.resume() }
        }
      }
    }
  }
}

/// A thread that does what it is handed, like the event loop of a network library.
private final class EventLoop: @unchecked Sendable {
  private let changed = NSCondition()
  private var requests: [@Sendable () -> Void] = []

  init() { Thread { self.serve() }.start() }

  func execute(_ request: @escaping @Sendable () -> Void) {
    changed.lock()
    requests.append(request)
    changed.signal()
    changed.unlock()
  }

  private func serve() {
    while true {
      changed.lock()
      while requests.isEmpty { changed.wait() }
      let request = requests.removeFirst()
      changed.unlock()
      request()
    }
  }
}

/// A future that a loop completes once a task has slept: the task needs the pool a second time.
private func complete(blocks: Bool) async {
  let loop = EventLoop()
  let completed = NSCondition()
  // Read and written with the condition locked.
  nonisolated(unsafe) var isComplete = false
  let sleeper = Task.detached {
    try? await Task.sleep(nanoseconds: 37)
    loop.execute {
      completed.lock()
      isComplete = true
      completed.broadcast()
      completed.unlock()
    }
  }
  if !blocks { await sleeper.value }
  await Task.detached {
    blocking {
      completed.lock()
      while !isComplete { completed.wait() }
      completed.unlock()
    }
  }.value
}

extension AsyncDefect {
  static let pool: [AsyncDefect] = [
    AsyncDefect("taskWaitsForTask", "GCD106") {
      await answer(blocks: true)
    } twin: {
      await answer(blocks: false)
    },
    AsyncDefect("tasksMeet", "GCD106") {
      await meet(blocks: true)
    } twin: {
      await meet(blocks: false)
    },
    AsyncDefect("taskWaitsForASleeper", "GCD106") {
      await complete(blocks: true)
    } twin: {
      await complete(blocks: false)
    },
    AsyncDefect("mainWaitsForItsTask", "GCD102") {
      await waitForATask(blocks: true)
    } twin: {
      await waitForATask(blocks: false)
    },
    AsyncDefect("queueWaitsForATask", "GCD102") {
      await adapt(waitsForQueue: true)
    } twin: {
      await adapt(waitsForQueue: false)
    },
    AsyncDefect("actorBlocksItself", "GCD102") {
      await Blocking.run(outside: false)
    } twin: {
      await Blocking.run(outside: true)
    },
  ]
}
