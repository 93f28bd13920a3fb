// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import GCDCheck
import Testing

@Suite struct ExploreSchedulesTests {
  private enum Place { @TaskLocal static var name = "nowhere" }

  @Test func aCleanBodyIsRunUnderManySchedules() {
    var calls = 0
    let exploration = exploreSchedules(schedules: 50, strategy: .random) {
      calls += 1
      let queue = DispatchQueue(label: "com.acme.clean", attributes: .concurrent)
      let group = DispatchGroup()
      for _ in 0..<3 { queue.async(group: group) {} }
      group.wait()
    }
    #expect(exploration.findings.isEmpty)
    #expect(exploration.schedulesRun == 50)
    #expect(calls >= 50)
    #expect(exploration.distinctSchedules > 1)
  }

  @Test func equalSeedsGiveEqualTraces() {
    func hash(_ seed: UInt64) -> UInt64 {
      exploreSchedules(schedules: 30, seed: seed) {
        let queue = DispatchQueue(label: "com.acme.order", attributes: .concurrent)
        for _ in 0..<3 { queue.async {} }
        queue.sync(flags: .barrier) {}
      }.traceHash
    }
    #expect(hash(1) == hash(1))
    #expect(hash(1) != hash(2))
  }

  @Test func anExpectationThatFailsInTheBodyIsAFinding() throws {
    let exploration = exploreSchedules(schedules: 20) { #expect(Bool(false), "in the body") }
    let finding = try #require(exploration.findings.first)
    #expect(exploration.findings.count == 1)
    #expect(finding.code == "GCD501")
    #expect(finding.message.contains("in the body"))
    #expect(exploration.schedulesRun == 1)
  }

  @Test func anExpectationThatFailsInABlockIsAFinding() throws {
    let exploration = exploreSchedules(schedules: 20) {
      let group = DispatchGroup()
      DispatchQueue.global().async(group: group) { #expect(Bool(false), "in a block") }
      group.wait()
    }
    let finding = try #require(exploration.findings.first)
    #expect(exploration.findings.count == 1)
    #expect(finding.message.contains("in a block"))
  }

  @Test func aRequirementIsToldOnce() throws {
    let exploration = exploreSchedules(schedules: 20) { _ = try #require(Optional<Int>.none, "needed") }
    let finding = try #require(exploration.findings.first)
    #expect(finding.message.contains("needed"))
    #expect(!finding.report.contains("ExpectationFailedError"))
  }

  @Test func aKnownIssueInTheBodyIsNoFinding() {
    let exploration = exploreSchedules(schedules: 5) { withKnownIssue { #expect(Bool(false)) } }
    #expect(exploration.findings.isEmpty)
  }

  @Test func taskLocalsOfTheCallerAreSeen() {
    Place.$name.withValue("here") {
      let exploration = exploreSchedules(schedules: 3) { #expect(Place.name == "here") }
      #expect(exploration.findings.isEmpty)
    }
  }

  @Test func aNestedRunNamesItself() throws {
    let exploration = exploreSchedules(schedules: 3) { withDeterministicScheduling {} }
    let finding = try #require(exploration.findings.first)
    #expect(finding.code == "GCD501")
    #expect(finding.message.contains("GCDCheckTests/ExploreSchedulesTests.swift"))
  }

  @Test func aRunOfAnotherThreadWaitsForItsTurn() async {
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<3 {
        group.addTask {
          exploreSchedules(schedules: 20) { DispatchQueue(label: "com.acme.turn").sync {} }.findings.count
        }
      }
      for await count in group { #expect(count == 0) }
    }
  }

  /// The frames of dead runs never return; the caller's own state is not theirs to keep.
  @Test func deadRunsKeepNothingOfTheCaller() {
    final class State { var calls = 0 }
    weak var weakState: State?
    do {
      let state = State()
      weakState = state
      let exploration = exploreSchedules(schedules: 5, options: .init(keepGoing: true)) {
        state.calls += 1
        DispatchSemaphore(value: 0).wait()
      }
      #expect(exploration.findings.map(\.code) == ["GCD103"])
      #expect(state.calls >= 1)
    }
    #expect(weakState == nil)
  }
}
