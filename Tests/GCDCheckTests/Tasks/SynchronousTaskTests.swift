// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Synchronization
import Testing

@testable import GCDCheck

@Suite struct SynchronousTaskTests {
  private struct Failure: Error {}
  /// A class, since the compiler of Swift 6.0 ends at a mutex that is used in the function of an `async let`.
  private final class Sum: Sendable {
    private let stored = Mutex(0)
    var value: Int {
      get { stored.withLock { $0 } }
      set { stored.withLock { $0 = newValue } }
    }
  }
  @TaskLocal static var number = 0

  @Test func childTasksRunToTheEnd() throws {
    let sum = Sum()
    try SynchronousTaskTests.$number.withValue(5) {
      try SynchronousTask.run {
        async let left = SynchronousTaskTests.number
        async let right = 2
        let both = await left + right
        let three = await withTaskGroup(of: Int.self) { group in
          for value in 1...3 { group.addTask { value } }
          return await group.reduce(0, +)
        }
        sum.value = both + three
      }
    }
    #expect(sum.value == 13)
  }

  @Test func errorsComeOut() {
    #expect(throws: Failure.self) { try SynchronousTask.run { throw Failure() } }
  }

  @Test func whatEndsElsewhereIsWaitedFor() throws {
    let sum = Sum()
    try SynchronousTask.run {
      let one = await Task { 1 }.value
      let two = await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: 2) }
      }
      sum.value = one + two
    }
    #expect(sum.value == 3)
  }
}
