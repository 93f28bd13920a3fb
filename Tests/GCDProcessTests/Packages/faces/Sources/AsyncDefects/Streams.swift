// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

private func consume(count: Int) async throws {
  let (stream, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
  let consumers = (0..<count).map { _ in Task { for try await _ in stream {} } }
  let producer: Task<Void, Never> = Task {
    for number in 0..<3 {
      _ = continuation.yield(number)
      await Task.yield()
    }
    continuation.finish()
  }
  await producer.value
  for consumer in consumers { try await consumer.value }
}

/// Workers that take their jobs from one stream; where that cannot fail, each job goes to one of them.
private func work(streamCanFail: Bool) async throws {
  let (failing, inFailing) = AsyncThrowingStream<Int, any Error>.makeStream()
  let (stream, inStream) = AsyncStream<Int>.makeStream()
  let store = Store()
  try await withThrowingTaskGroup(of: Void.self) { group in
    for _ in 0..<2 {
      group.addTask {
        if streamCanFail {
          for try await job in failing { await store.add(job) }
        } else {
          for await job in stream { await store.add(job) }
        }
      }
    }
    for job in 1...3 {
      _ = inFailing.yield(job)
      _ = inStream.yield(job)
      await Task.yield()
    }
    inFailing.finish()
    inStream.finish()
    try await group.waitForAll()
  }
  let entries = await store.entries
  try check(entries.sorted() == [1, 2, 3], "did \(entries)")
}

/// A function of an actor that awaits can be called again meanwhile.
private actor Lines {
  private let lines: AsyncThrowingStream<String, any Error>
  private let readsInTurn: Bool
  private var last: Task<String?, any Error>?

  init(_ lines: AsyncThrowingStream<String, any Error>, readsInTurn: Bool) {
    self.lines = lines
    self.readsInTurn = readsInTurn
  }

  func next() async throws -> String? {
    let (lines, before) = (self.lines, last)
    if !readsInTurn { return try await Lines.first(of: lines) }
    let task = Task {
      _ = try await before?.value
      return try await Lines.first(of: lines)
    }
    last = task
    return try await task.value
  }

  private static func first(of lines: AsyncThrowingStream<String, any Error>) async throws -> String? {
    for try await line in lines { return line }
    return nil
  }

  static func run(readsInTurn: Bool) async throws {
    let (stream, continuation) = AsyncThrowingStream<String, any Error>.makeStream()
    let lines = Lines(stream, readsInTurn: readsInTurn)
    async let first = lines.next()
    async let second = lines.next()
    for line in ["GET", "POST"] {
      await Task.yield()
      continuation.yield(line)
    }
    _ = try await (first, second)
  }
}

/// Keeps the newest element for a consumer, or the error that ends it all.
private actor Debounce {
  private var waiting: Continuation?
  private var hasFailed = false
  private let keepsError: Bool

  init(keepsError: Bool) { self.keepsError = keepsError }

  func next() async {
    if hasFailed { return }
    await withCheckedContinuation { waiting = $0 }
  }

  func fail() {
    if let waiting { waiting.resume() } else if keepsError { hasFailed = true }
    waiting = nil
  }

  static func run(keepsError: Bool) async {
    let debounce = Debounce(keepsError: keepsError)
    async let next: Void = debounce.next()
    async let fail: Void = debounce.fail()
    _ = await (next, fail)
  }
}

/// The last element may come after the end.
private func produce(finishesLast: Bool) async throws {
  let (stream, continuation) = AsyncStream<Int>.makeStream()
  let last = Task { _ = continuation.yield(1) }
  let finish = Task {
    if finishesLast { await last.value }
    continuation.finish()
  }
  var elements: [Int] = []
  for await element in stream { elements.append(element) }
  await last.value
  await finish.value
  try check(elements == [1], "the stream gave \(elements)")
}

/// A task takes what some streams have at once, and awaits an element of the last one; so does another task,
/// or that has streams of its own, which come to be where earlier ones were.
private func relay(sharesTheLast: Bool) async throws {
  let (last, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
  let reader = Task {
    for number in 0..<4 { _ = try await element(of: filled(number)) }
    return try await element(of: last)
  }
  let other = Task {
    if sharesTheLast { return try await element(of: last) }
    for number in 0..<4 {
      let (own, feed) = AsyncThrowingStream<Int, any Error>.makeStream()
      let feeder = Task { _ = feed.yield(number) }
      _ = try await element(of: own)
      await feeder.value
    }
    return nil
  }
  if !sharesTheLast { _ = try await other.value }
  for number in 0..<2 {
    await Task.yield()
    continuation.yield(number)
  }
  _ = try await (reader.value, other.value)
}

private func filled(_ number: Int) -> AsyncThrowingStream<Int, any Error> {
  let (stream, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
  continuation.yield(number)
  return stream
}

private func element(of stream: AsyncThrowingStream<Int, any Error>) async throws -> Int? {
  for try await element in stream { return element }
  return nil
}

extension AsyncDefect {
  static let streams: [AsyncDefect] = [
    AsyncDefect("secondConsumer", "GCD210") {
      try await consume(count: 2)
    } twin: {
      try await consume(count: 1)
    },
    AsyncDefect("workersShareAStream", "GCD210") {
      try await work(streamCanFail: true)
    } twin: {
      try await work(streamCanFail: false)
    },
    AsyncDefect("linesReadTwice", "GCD210") {
      try await Lines.run(readsInTurn: false)
    } twin: {
      try await Lines.run(readsInTurn: true)
    },
    AsyncDefect("lastStreamAwaitedTwice", "GCD210") {
      try await relay(sharesTheLast: true)
    } twin: {
      try await relay(sharesTheLast: false)
    },
    AsyncDefect("errorDropped", "GCD107") {
      await Debounce.run(keepsError: false)
    } twin: {
      await Debounce.run(keepsError: true)
    },
    AsyncDefect("finishedBeforeTheLast", "GCD501") {
      try await produce(finishesLast: false)
    } twin: {
      try await produce(finishesLast: true)
    },
  ]
}
