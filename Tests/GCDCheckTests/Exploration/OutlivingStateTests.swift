// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Testing

@testable import GCDCheck

/// What a schedule leaves behind makes a later one fail: that is no order's fault.
@Suite(.serialized) struct OutlivingStateTests {
  /// Of all schedules.
  private final class Store: @unchecked Sendable {
    static let shared = Store()
    let queue = DispatchQueue(label: "store")
    var entries: [Int] = []

    func add(_ entry: Int) { queue.async { self.entries.append(entry) } }
  }

  @Test func aSingletonThatKeepsItsEntriesIsNamed() throws {
    let found = exploreSchedules(schedules: 20, seed: 1) {
      Store.shared.add(1)
      #expect(Store.shared.queue.sync { Store.shared.entries.count } == 1)
    }
    let first = try #require(found.findings.first)
    #expect(first.code == "GCD901", "\(first.report)")
    #expect(first.report.contains("It passed first"), "\(first.report)")
    #expect(first.report.contains("State outlives a schedule"), "\(first.report)")
  }

  @Test func oneThatIsFullAfterManySchedulesIsNamed() throws {
    let store = Store()
    let found = exploreSchedules(schedules: 50, seed: 1) {
      DispatchQueue.concurrentPerform(iterations: 2) { store.add($0) }
      #expect(store.queue.sync { store.entries.count } < 40)
    }
    let first = try #require(found.findings.first)
    #expect(first.code == "GCD901", "\(first.report)")
    #expect(found.schedulesRun > 5)
  }

  @Test func oneThatIsEmptiedIsNot() {
    let found = exploreSchedules(schedules: 20, seed: 1) {
      Store.shared.queue.sync { Store.shared.entries = [] }
      Store.shared.add(1)
      #expect(Store.shared.queue.sync { Store.shared.entries.count } == 1)
    }
    #expect(found.findings.isEmpty, "\(found.findings.first?.report ?? "")")
  }

  /// The order decides here, although the store outlives each schedule.
  @Test func anOrderStaysAnOrder() throws {
    func body() {
      Store.shared.queue.sync { Store.shared.entries = [] }
      DispatchQueue.concurrentPerform(iterations: 2) { Store.shared.add($0) }
      #expect(Store.shared.queue.sync { Store.shared.entries } == [0, 1])
    }
    let found = exploreSchedules(schedules: 100, seed: 1, body)
    let first = try #require(found.findings.first)
    #expect(first.code == "GCD501", "\(first.report)")
    let again = exploreSchedules(replaying: first.schedule, body)
    #expect(again.findings.first?.kind == first.kind && again.findings.first?.steps == first.steps)
  }
}
