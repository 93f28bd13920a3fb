// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Testing

@testable import GCDCheck

/// How far the others have come.
private actor Steps {
  private(set) var made: [String] = []
  func make(_ step: String) { made.append(step) }
}

private struct NotAsFar: Error { var steps: [String] }

/// Waiting until no other task can continue.
@Suite(.serialized) struct SettleTests {
  @Test func theOthersGetAsFarAsTheyCan() {
    let exploration = exploration(settles: true)
    #expect(exploration.findings.isEmpty, "\(exploration.findings.map(\.report))")
    #expect(exploration.schedulesRun > 1)
  }

  @Test func withoutItTheyNeedNot() {
    let exploration = exploration(settles: false)
    #expect(exploration.findings.first?.code == "GCD501")
  }

  private func exploration(settles: Bool) -> Exploration {
    explore(schedules: 500) {
      let steps = Steps()
      let (gate, opener) = AsyncStream<Void>.makeStream()
      let task = Task {
        await steps.make("begun")
        DispatchQueue.global().async { Task { await steps.make("sent") } }
        for await _ in gate { break }
        await steps.make("over")
      }
      if settles { await settle() }
      var made = await steps.made
      guard Set(made) == ["begun", "sent"] else { throw NotAsFar(steps: made) }
      opener.yield()
      if settles { await settle() }
      made = await steps.made
      guard made.last == "over" else { throw NotAsFar(steps: made) }
      await task.value
    }
  }

  @Test func timeDoesNotPass() {
    let exploration = explore(schedules: 200) {
      let steps = Steps()
      let start = ContinuousClock.now
      let task = Task {
        try await Task.sleep(for: .milliseconds(10))
        await steps.make("woken")
      }
      await settle()
      guard await steps.made.isEmpty, ContinuousClock.now - start < .milliseconds(5) else {
        throw NotAsFar(steps: await steps.made)
      }
      try await Task.sleep(for: .seconds(1))
      guard await steps.made == ["woken"] else { throw NotAsFar(steps: await steps.made) }
      try await task.value
    }
    #expect(exploration.findings.isEmpty, "\(exploration.findings.map(\.report))")
  }

  @Test func ofTwoAnyMayBeFirst() {
    for order in [["first", "second"], ["second", "first"]] {
      let exploration = explore(schedules: 200) {
        let steps = Steps()
        await withTaskGroup(of: Void.self) { group in
          for name in ["first", "second"] {
            group.addTask {
              await settle()
              await steps.make(name)
            }
          }
        }
        let made = await steps.made
        if made == order { throw NotAsFar(steps: made) }
      }
      #expect(exploration.findings.first?.code == "GCD501")
      guard let first = exploration.findings.first else { continue }
      #expect(first.report.contains("[\"\(order[0])\""))
    }
  }

  @Test func everyOrderIsSearched() {
    let exploration = explore(schedules: 5_000) {
      let steps = Steps()
      let one = Task { await steps.make("one") }
      let two = Task { await steps.make("two") }
      await settle()
      guard await steps.made.count == 2 else { throw NotAsFar(steps: await steps.made) }
      await one.value
      await two.value
    }
    #expect(exploration.isExhaustive, "\(exploration.schedulesRun)")
    #expect(exploration.findings.isEmpty, "\(exploration.findings.map(\.report))")
  }

  /// Nothing happens but that it looks again and again.
  @Test func aTaskThatPollsIsNoneThatContinues() {
    let exploration = explore(schedules: 100) {
      let steps = Steps()
      let task = Task { while await steps.made.isEmpty { await Task.yield() } }
      await settle()
      await steps.make("settled")
      await task.value
    }
    #expect(exploration.findings.isEmpty, "\(exploration.findings.map(\.report))")
  }

  @Test func outsideItReturns() async { await settle() }

  @Test func itKeepsTheIsolationOfTheCaller() {
    let exploration = explore(schedules: 50) { @MainActor in
      await settle()
      MainActor.assertIsolated()
    }
    #expect(exploration.findings.isEmpty, "\(exploration.findings.map(\.report))")
  }

  private func explore(
    schedules: Int, _ body: @escaping @Sendable () async throws -> Void
  ) -> Exploration {
    func runOnce() throws { try AsyncBody.runOnce(body) }
    let options = ExplorationOptions(bodyHost: .served)
    // Errors of the body are reported at the call.
    let line: UInt = #line
    let exploration = exploreSchedules(
      schedules: schedules, seed: 1, options: options, line: line, column: 1, runOnce)
    if let first = exploration.findings.first {
      let again = exploreSchedules(
        replaying: first.schedule, options: options, line: line, column: 1, runOnce)
      #expect(again.findings.first?.report.withoutNotes == first.report.withoutNotes)
    }
    return exploration
  }
}
