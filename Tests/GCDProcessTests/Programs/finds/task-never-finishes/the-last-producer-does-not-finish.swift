// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// Two queues feed a stream, and the one that ends last is to finish it.
final class Producers: @unchecked Sendable {
  private let lock = NSLock()
  private var left = 2
  private let output: AsyncStream<Int>.Continuation

  init(_ output: AsyncStream<Int>.Continuation) { self.output = output }

  func start() {
    for number in 0..<2 {
      DispatchQueue(label: "producer \(number)").async {
        self.output.yield(number)
        if self.isLast() { self.output.finish() }
      }
    }
  }

  private func isLast() -> Bool {
    let isLast = lock.withLock { left == 1 }
    lock.withLock { left -= 1 }
    return isLast
  }
}

let (stream, output) = AsyncStream<Int>.makeStream()
Producers(output).start()
for await _ in stream {}  // cause

// says: back in between at the-last-producer-does-not-finish.swift:22
