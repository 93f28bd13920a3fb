// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// A child that waits until its group is cancelled.
private func waitForShutdown() async {
  let (stream, continuation) = AsyncStream<Never>.makeStream()
  await withTaskCancellationHandler {
    for await _ in stream {}
  } onCancel: {
    continuation.finish()
  }
  withExtendedLifetime(continuation) {}
}

private func runServices(cancels: Bool) async {
  await withTaskGroup(of: Void.self) { group in
    group.addTask { await waitForShutdown() }
    group.addTask { await Task.yield() }
    await group.next()
    if cancels { group.cancelAll() }
  }
}

/// Attempts with a pause between them, until the shutdown.
private func shutDown(cancels: Bool) async throws {
  let start = ContinuousClock.now
  await withTaskGroup(of: Void.self) { group in
    group.addTask { try? await Task.sleep(for: .seconds(3)) }
    group.addTask {}
    await group.next()
    if cancels { group.cancelAll() }
  }
  try check(start.duration(to: .now) < .seconds(2), "the shutdown waited for the pause")
}

private func collect(sorts: Bool) async throws {
  let results = await withTaskGroup(of: Int.self) { group in
    for number in 0..<3 { group.addTask { number } }
    var results: [Int] = []
    for await result in group { results.append(result) }
    return sorts ? results.sorted() : results
  }
  try check(results == [0, 1, 2], "the results came as \(results)")
}

/// Permits for which tasks wait.
private actor Permits {
  private var free: Int
  private var waiting: [Continuation] = []

  init(_ count: Int) { free = count }

  func acquire() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  func release() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}

private func work(releasesOnCancel: Bool) async {
  let permits = Permits(1)
  let first = Task {
    await permits.acquire()
    if Task.isCancelled, !releasesOnCancel { return }
    await permits.release()
  }
  let second = Task {
    await permits.acquire()
    await permits.release()
  }
  let canceller = Task { first.cancel() }
  await first.value
  await second.value
  await canceller.value
}

extension AsyncDefect {
  static let groups: [AsyncDefect] = [
    AsyncDefect("groupNotCancelled", "GCD107") {
      await runServices(cancels: false)
    } twin: {
      await runServices(cancels: true)
    },
    AsyncDefect("pauseNotCancelled", "GCD501") {
      try await shutDown(cancels: false)
    } twin: {
      try await shutDown(cancels: true)
    },
    AsyncDefect("resultsInOrderOfTheEnd", "GCD501") {
      try await collect(sorts: false)
    } twin: {
      try await collect(sorts: true)
    },
    AsyncDefect("permitLost", "GCD107") {
      await work(releasesOnCancel: false)
    } twin: {
      await work(releasesOnCancel: true)
    },
  ]
}
