// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Synchronization
import Testing

@testable import GCDCheck

@Suite struct SynchronousTaskTests {
  private struct Failure: Error {}
  @TaskLocal static var number = 0

  @Test func childTasksRunToTheEnd() throws {
    let sum = Mutex(0)
    try SynchronousTaskTests.$number.withValue(5) {
      try SynchronousTask.run {
        async let left = SynchronousTaskTests.number
        async let right = 2
        let both = await left + right
        await withTaskGroup(of: Int.self) { group in
          for value in 1...3 { group.addTask { value } }
          for await value in group { sum.withLock { $0 += value } }
        }
        sum.withLock { $0 += both }
      }
    }
    #expect(sum.withLock { $0 } == 13)
  }

  @Test func errorsComeOut() {
    #expect(throws: Failure.self) { try SynchronousTask.run { throw Failure() } }
  }

  @Test func whatEndsElsewhereIsWaitedFor() throws {
    let sum = Mutex(0)
    try SynchronousTask.run {
      let one = await Task { 1 }.value
      let two = await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: 2) }
      }
      sum.withLock { $0 = one + two }
    }
    #expect(sum.withLock { $0 } == 3)
  }
}
