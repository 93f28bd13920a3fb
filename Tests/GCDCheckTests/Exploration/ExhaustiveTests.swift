// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation
import GCDCheck
import Testing

/// Every order of a small body's operations, one after the other.
@Suite struct ExhaustiveTests {
  @Test func twoSectionsOfThreeThreadsTakeNinetyRuns() {
    let exploration = exploreSchedules(strategy: .exhaustive) {
      let queue = DispatchQueue(label: "com.acme.sections")
      let threads = (0..<3).map { _ in
        Thread { for _ in 0..<2 { queue.sync {} } }
      }
      for thread in threads { thread.start() }
    }
    #expect(exploration.findings.isEmpty)
    #expect(exploration.search?.interleavings == 90)
    #expect(exploration.isExhaustive)
    #expect(exploration.stopped == .exhausted)
  }

  /// The order that comes by itself does not hang.
  @Test func theOneBadOrderIsFoundAndReplayed() throws {
    @Sendable func body() {
      let first = NSLock()
      let second = NSLock()
      DispatchQueue.global().async { first.withLock { second.withLock {} } }
      second.withLock { first.withLock {} }
    }
    let exploration = exploreSchedules(strategy: .exhaustive) { body() }
    let finding = try #require(exploration.findings.first)
    #expect(finding.code == "GCD102")
    #expect(exploration.schedulesRun > 1)
    #expect(!exploration.isExhaustive)
    let again = exploreSchedules(replaying: finding.schedule) { body() }
    #expect(again.findings.first?.message == finding.message)
  }

  @Test func blocksOfOneQueueHaveOneOrder() {
    let exploration = exploreSchedules(strategy: .exhaustive) {
      let queue = DispatchQueue(label: "com.acme.blocks")
      for _ in 0..<5 { queue.async {} }
    }
    #expect(exploration.isExhaustive)
    #expect(exploration.search?.interleavings == 1)
  }

  /// A poll that only one order of two lets through.
  @Test func bothResultsOfAPollAreSeen() {
    var seen: Set<Bool> = []
    let exploration = exploreSchedules(strategy: .exhaustive) {
      let semaphore = DispatchSemaphore(value: 0)
      DispatchQueue.global().async { semaphore.signal() }
      seen.insert(semaphore.wait(timeout: .now()) == .success)
    }
    #expect(seen == [true, false])
    #expect(exploration.isExhaustive)
  }

  @Test func aBudgetThatIsTooSmallSaysSo() {
    let exploration = exploreSchedules(schedules: 10, strategy: .exhaustive) {
      let queue = DispatchQueue(label: "com.acme.sections")
      for _ in 0..<4 { DispatchQueue.global().async { queue.sync {} } }
    }
    #expect(!exploration.isExhaustive)
    #expect(exploration.schedulesRun == 10)
    #expect(exploration.search?.isComplete == false)
    #expect(exploration.stopped == .completed)
  }

  @Test func aBoundIsNoProof() {
    let exploration = exploreSchedules(strategy: .exhaustive(bound: 1)) {
      let queue = DispatchQueue(label: "com.acme.sections")
      for _ in 0..<2 { DispatchQueue.global().async { queue.sync {} } }
    }
    #expect(!exploration.isExhaustive)
    #expect(exploration.search?.isComplete == true)
    #expect(exploration.search?.bound == 1)
    #expect(exploration.stopped == .exhausted)
  }

  /// What the program draws at random is not searched through.
  @Test func randomNumbersSpoilTheProof() {
    let exploration = exploreSchedules(strategy: .exhaustive) {
      DispatchQueue.global().async {}
      _ = Int.random(in: 0..<2)
    }
    #expect(!exploration.isExhaustive)
  }

  @Test func equalSearchesGiveEqualTraces() {
    func hash() -> UInt64 {
      exploreSchedules(strategy: .exhaustive) {
        let group = DispatchGroup()
        for _ in 0..<3 { DispatchQueue.global().async(group: group) {} }
        group.wait()
      }.traceHash
    }
    #expect(hash() == hash())
  }
}
