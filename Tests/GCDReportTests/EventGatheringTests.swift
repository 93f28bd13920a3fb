// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import Testing

@Suite struct EventGatheringTests {
  /// What the two processes of a `swift test` write into one file, the blocks of their tests mixed.
  private func events(_ order: [Int], lastEnd: Bool = true) -> [ReportEvent] {
    var started = RunStarted(tool: "0.1.0", directory: "/src")
    started.invocation = "17-4711"
    started.subject = .test
    func test(_ name: String, _ findings: [FindingFound], _ outcome: TestEnded.Outcome) -> [ReportEvent] {
      let begun = TestStarted(test: name, schedules: 10, seed: 7, strategy: "auto")
      let ended = TestEnded(test: name, outcome, schedules: 10, of: 10, distinct: 4, stopped: .completed)
      return [.testStarted(begun)] + findings.map { .finding($0) } + [.testEnded(ended)]
    }
    let blocks = [
      [.runStarted(started)],
      test("A.Suite/two()", [FindingFound(test: "A.Suite/two()", Sample.mainAndQueue)], .failed),
      test(
        "A.Suite/one()", [FindingFound(test: "A.Suite/one()", Sample.leftEntered, isExpected: true)],
        .passed),
      [.runStarted(started)],
      test("A.Case/testThree", [], .passed),
      [end([.racesNotChecked], exhausted: 1)],
      lastEnd ? [end([.racesNotChecked, .unusedAllowance("GCD303")], exhausted: 2)] : [],
    ]
    return order.flatMap { blocks[$0] }
  }

  private func end(_ notes: [SummaryNote], exhausted: Int) -> ReportEvent {
    var ended = RunEnded(tests: 1, schedules: 10, distinct: 4, notes: notes)
    ended.exhausted = exhausted
    return .runEnded(ended)
  }

  @Test func processesAreOneRunInWhateverOrderTheyWrite() {
    let one = EventStream.gathered(events([0, 1, 2, 3, 4, 5, 6]))
    let other = EventStream.gathered(events([0, 3, 4, 2, 5, 1, 6]))
    #expect(one == other)
    let names = one.compactMap { if case .testStarted(let started) = $0 { started.test } else { nil } }
    #expect(names == ["A.Case/testThree", "A.Suite/one()", "A.Suite/two()"])
    guard case .runEnded(let ended)? = one.last else {
      Issue.record("no end")
      return
    }
    #expect(
      (ended.tests, ended.schedules, ended.errors, ended.warnings, ended.failedTests) == (3, 30, 1, 0, 1))
    #expect(ended.exhausted == 3)
    #expect(ended.stopped == .completed)
    #expect(ended.notes == [.racesNotChecked, .unusedAllowance("GCD303")])
  }

  @Test func testsThatDisturbThemselvesAreOneNote() {
    var total = RunTotal()
    for test in ["A/one()", "A/two()", "A/one()"] { total.add([.disturbedByOthers(tests: [test])]) }
    #expect(total.ended.notes == [.disturbedByOthers(tests: ["A/one()", "A/two()"])])
  }

  @Test func aProcessThatDiedIsSeen() {
    guard case .runEnded(let ended)? = EventStream.gathered(events([0, 1, 5, 3, 4], lastEnd: false)).last
    else {
      Issue.record("no end")
      return
    }
    #expect(ended.stopped == .interrupted)
    #expect((ended.tests, ended.errors) == (2, 1))
  }

  @Test func aRunOfTheToolStaysAsItIs() {
    for events in [Sample.testRun, Sample.scenarioRun] { #expect(EventStream.gathered(events) == events) }
    let gathered = EventStream.gathered(events([0, 1, 2, 5]))
    #expect(EventStream.gathered(gathered) == gathered)
  }
}
