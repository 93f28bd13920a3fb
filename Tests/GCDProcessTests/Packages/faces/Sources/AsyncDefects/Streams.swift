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

extension AsyncDefect {
  static let streams: [AsyncDefect] = [
    AsyncDefect("secondConsumer", "GCD501") {
      try await consume(count: 2)
    } twin: {
      try await consume(count: 1)
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
