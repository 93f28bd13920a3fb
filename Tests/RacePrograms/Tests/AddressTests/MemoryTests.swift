// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation
import GCDCheck
import Testing

/// Programs that run clean under AddressSanitizer, on borrowed stacks and across abandoned runs.
@Suite struct MemoryTests {
  @Test func stacksOfManyThreads() {
    let exploration = exploreSchedules(schedules: 200) {
      let queue = DispatchQueue(label: "com.acme.work", attributes: .concurrent)
      let lock = NSLock()
      var words: [String: Int] = [:]
      DispatchQueue.concurrentPerform(iterations: 4) { index in
        withUnsafeTemporaryAllocation(of: Int.self, capacity: 256) { numbers in
          numbers.initialize(repeating: index)
          queue.sync {}
          let sum = numbers.reduce(0, +)
          lock.withLock { words["\(index)", default: 0] += sum }
        }
      }
      if words["3"] != 768 { throw CancellationError() }
    }
    #expect(exploration.findings.isEmpty)
    #expect(exploration.schedulesRun > 1)
  }

  @Test func runsThatAreAbandoned() {
    let exploration = exploreSchedules(schedules: 50, options: .init(keepGoing: true)) {
      let a = DispatchQueue(label: "com.acme.a")
      let b = DispatchQueue(label: "com.acme.b")
      a.async { withUnsafeTemporaryAllocation(of: Int.self, capacity: 64) { _ in b.sync {} } }
      b.async { withUnsafeTemporaryAllocation(of: Int.self, capacity: 64) { _ in a.sync {} } }
      a.sync {}
    }
    #expect(exploration.findings.map(\.code) == ["GCD102"])
  }
}
