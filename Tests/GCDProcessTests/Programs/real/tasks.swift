// Licensed under the Apache License, Version 2.0; see LICENSE.
// What Swift programs do with tasks behind an async main. Each case is one program; the table of verdicts
// says what has to be said about it.
import Dispatch
import Foundation

func expect(_ condition: Bool, line: Int32 = #line) {
  if !condition { exit(100 &+ line % 100) }
}

actor Counter {
  var value = 0
  func add(_ number: Int) { value += number }
}

@MainActor final class Screen {
  var shown = 0
  func show() { shown += 1 }
}

final class QueueExecutor: SerialExecutor {
  let queue = DispatchQueue(label: "executor")
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
actor OnAQueue {
  nonisolated let executor = QueueExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  var value = 0
  func add() {
    dispatchPrecondition(condition: .onQueue(executor.queue))
    value += 1
  }
}

enum Local { @TaskLocal static var number = 0 }
struct Failed: Error {}

func fails() async throws { throw Failed() }

let cases: [String: @Sendable () async throws -> Void] = [
  "groups_tasks": {
    let sum = await withTaskGroup(of: Int.self) { group in
      for number in 1...10 {
        group.addTask {
          await Task.yield()
          return number
        }
      }
      return await group.reduce(0, +)
    }
    expect(sum == 55)
  },
  "discards_tasks": {
    let counter = Counter()
    try await withThrowingDiscardingTaskGroup { group in
      for _ in 0..<5 { group.addTask { await counter.add(1) } }
    }
    let value = await counter.value
    expect(value == 5)
  },
  "is_failed_by_a_child": {
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await Task.sleep(for: .seconds(3600)) }
        group.addTask { try await fails() }
        try await group.waitForAll()
      }
      expect(false)
    } catch is Failed {}
  },
  "ends_a_stream": {
    let ended = DispatchSemaphore(value: 0)
    let stream = AsyncStream<Int> { continuation in
      continuation.onTermination = { _ in ended.signal() }
      DispatchQueue.global().async {
        for number in 1...3 { continuation.yield(number) }
        continuation.finish()
      }
    }
    var sum = 0
    for await number in stream { sum += number }
    expect(sum == 6 && ended.wait(timeout: .now() + 60) == .success)
  },
  "never_ends_a_stream": {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    continuation.yield(1)
    for await number in stream { expect(number == 1) }
  },
  "throws_from_a_stream": {
    let stream = AsyncThrowingStream<Int, any Error> { continuation in
      Thread.detachNewThread {
        continuation.yield(1)
        continuation.finish(throwing: Failed())
      }
    }
    do {
      for try await _ in stream {}
      expect(false)
    } catch is Failed {}
  },
  "resumes_from_a_queue": {
    let number = await withCheckedContinuation { continuation in
      DispatchQueue.global().asyncAfter(deadline: .now() + 5) { continuation.resume(returning: 7) }
    }
    expect(number == 7)
  },
  "forgets_a_continuation": {
    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
  },
  "sleeps": {
    let clock = ContinuousClock()
    let taken = try await clock.measure { try await Task.sleep(for: .seconds(1000)) }
    expect(taken >= .seconds(1000))
    try await Task.sleep(until: SuspendingClock.now + .seconds(60), clock: .suspending)
  },
  "is_cancelled": {
    let task = Task { try await Task.sleep(for: .seconds(86_400)) }
    task.cancel()
    let result = await task.result
    if case .success = result { expect(false) }
    let other = Task { while !Task.isCancelled { await Task.yield() } }
    other.cancel()
    await other.value
  },
  "handles_cancellation": {
    let task = Task {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          DispatchQueue.global().asyncAfter(deadline: .now() + 3) { continuation.resume() }
        }
      } onCancel: {
        print("cancelled")
      }
    }
    try await Task.sleep(for: .seconds(1))
    task.cancel()
    await task.value
  },
  "races_with_a_timeout": {
    let first = try await withThrowingTaskGroup(of: String.self) { group in
      group.addTask {
        try await Task.sleep(for: .seconds(5))
        return "timeout"
      }
      group.addTask {
        try await Task.sleep(for: .seconds(1))
        return "work"
      }
      let first = try await group.next()!
      group.cancelAll()
      return first
    }
    expect(first == "work")
  },
  "shows_on_the_main_actor": {
    let screen = await Screen()
    async let one: Void = screen.show()
    async let two: Void = Task.detached { await screen.show() }.value
    _ = await (one, two)
    let shown = await screen.shown
    expect(shown == 2)
  },
  "runs_on_its_own_executor": {
    let actor = OnAQueue()
    await withDiscardingTaskGroup { group in for _ in 0..<4 { group.addTask { await actor.add() } } }
    let value = await actor.value
    expect(value == 4)
  },
  "has_task_values": {
    let seen = await Local.$number.withValue(3) { await Task { Local.number }.value }
    let none = await Local.$number.withValue(3) { await Task.detached { Local.number }.value }
    expect(seen == 3 && none == 0)
  },
  "waits_for_its_own_task": {
    // Written before the stream has an element, read after that.
    final class Holder: @unchecked Sendable { var task: Task<Void, Never>? }
    let holder = Holder()
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    holder.task = Task {
      for await _ in stream { break }
      await holder.task!.value
    }
    continuation.yield()
    await holder.task!.value
  },
  "bridges_to_a_queue": {
    let queue = DispatchQueue(label: "bridge")
    var sum = 0
    for number in 1...3 {
      sum += await withUnsafeContinuation { continuation in
        queue.async { continuation.resume(returning: number) }
      }
    }
    expect(sum == 6)
  },
  "runs_a_process_from_a_task": {
    let status = await withCheckedContinuation { continuation in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/true")
      process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      try! process.run()
    }
    expect(status == 0)
  },
]

@main struct Program {
  static func main() async throws {
    guard CommandLine.arguments.count == 2, let body = cases[CommandLine.arguments[1]] else {
      print(cases.keys.sorted().joined(separator: "\n"))
      exit(64)
    }
    try await body()
  }
}
