// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDReport
import GCDVocabulary
import Testing

/// The steps that matter, thread beside thread.
@Suite struct InterleavingTests {
  private static let store = ObjectName(.serialQueue, label: "store")
  private static let gate = ObjectName(.semaphore, label: "gate")

  private func at(_ line: Int) -> CodeLocation { CodeLocation(file: "Store.swift", line: line) }

  /// The table of a finding about these steps, all of which are shown unless `shown` says which.
  private func table(
    _ steps: [RecordedTrace.Step], shown: [Int]? = nil, overtaking: [Int]? = [],
    participants: [Participant] = [],
    isDead: Bool = false
  ) -> [String] {
    let all = steps.map(\.line)
    let lines = shown.map { numbers in all.filter { numbers.contains($0.index) } } ?? all
    let edge = WaitEdge(waiter: "worker 1", .wait, for: Self.gate)
    var finding = Finding(
      isDead
        ? .semaphoreNeverSignaled(StarvedSemaphore(edge, initialValue: 0))
        : .testFailed(TestFailure(.assertion(message: "no"), by: "main thread")), at: at(1),
      participants: participants, steps: StepExcerpt(lines, of: steps.count), context: Sample.context())
    finding.recordedTrace = RecordedTrace(steps, of: steps.count)
    finding.recordedTrace?.overtaking = overtaking
    let report = finding.report.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let start = report.firstIndex { $0.hasPrefix("  the steps") } ?? report.count
    return report[start...].prefix { !$0.isEmpty }.dropFirst().map { String($0) }
  }

  private func step(
    _ index: Int, _ participant: String, _ operation: OperationKind, _ object: ObjectName? = nil,
    line: Int = 0,
    _ outcome: StepOutcome = .done, block: Int? = nil
  ) -> RecordedTrace.Step {
    RecordedTrace.Step(
      StepLine(index, participant, operation, object, at: line > 0 ? at(line) : nil, outcome), block: block)
  }

  @Test func aStepStandsInTheColumnOfItsThread() {
    let rows = table([
      step(0, "main thread", .async, Self.store, line: 3, block: 2),
      step(1, "main thread", .sync, Self.store, line: 9, .waits),
      step(2, "worker 1", .begin, Self.store, block: 2),
      step(3, "worker 1", .signal, Self.gate, line: 4),
    ])
    #expect(
      rows == [
        "        main thread             worker 1",
        "                                on \"store\"",
        "    #0  async -> \"store\"                                 Store.swift:3",
        "    #1  sync -> \"store\", waits                           Store.swift:9",
        "    #2  :                       starts the block of #0",
        "    #3  :                       signal semaphore \"gate\"  Store.swift:4",
      ])
  }

  @Test func variablesHaveTheirPlaceOnceWhereTheyAreDistinct() {
    func lock(_ variable: String, _ line: Int) -> ObjectName {
      ObjectName(.lock, variable: variable, created: at(line))
    }
    let steps = [
      step(0, "worker 1", .lock, lock("log", 2), line: 7),
      step(1, "worker 1", .lock, lock("gate", 3), line: 8),
      step(2, "worker 2", .lock, lock("gate", 4), line: 9),
      step(3, "worker 1", .unlock, lock("log", 2), line: 10),
    ]
    let rows = table(steps)
    #expect(
      rows == [
        "        worker 1                              worker 2",
        "    #0  acquires lock 'log' (Store.swift:2)                                         Store.swift:7",
        "    #1  acquires lock 'gate' (Store.swift:3)                                        Store.swift:8",
        "        (lets the others go first)",
        "    #2  |                                     acquires lock 'gate' (Store.swift:4)  Store.swift:9",
        "    #3  releases lock 'log'                   |                                     Store.swift:10",
      ])
    // One below the other as well.
    let list = table(Array(steps.prefix(2)))
    #expect(list.contains("    #0  worker 1  acquires lock 'log' (Store.swift:2)   Store.swift:7"))
    #expect(list.contains("    #1  worker 1  acquires lock 'gate' (Store.swift:3)  Store.swift:8"))
  }

  @Test func theReasonOfEachSwitchIsTold() {
    let main = "main thread"
    let steps = [
      step(0, main, .async, Self.store, line: 3, block: 2), step(1, "worker 1", .begin, Self.store, block: 2),
      step(2, "worker 1", .signal, Self.gate, line: 4), step(3, main, .enter, Self.gate, line: 5),
      step(4, "worker 1", .end, Self.store), step(5, main, .leave, Self.gate, line: 6),
      step(6, "clock", .timePasses, nil, .clock(2_000_000_000)), step(7, "worker 2", .begin, Self.store),
      step(8, main, .wait, Self.gate, line: 7), step(9, "worker 2", .yield, line: 8),
    ]
    let rows = table(steps, shown: [0, 2, 3, 5, 7, 8, 9], overtaking: [1, 3, 8]).joined(separator: "\n")
    // The others could have gone on where they were overtaken; at last the main thread had to wait for what
    // only time brought.
    #expect(rows.contains("#0  async -> \"store\""))
    #expect(rows.components(separatedBy: "(preempted here)").count == 4)
    #expect(rows.contains("(time passes to 2 s)"))
    #expect(rows.contains("(waits for semaphore"))
    #expect(!rows.contains("lets the others"))
  }

  @Test func aBlockThatEndsUnseenSaysSo() {
    let rows = table(
      [
        step(0, "main thread", .async, Self.store, line: 3, block: 2),
        step(1, "worker 1", .begin, Self.store, block: 2), step(2, "worker 1", .yield, line: 4),
        step(3, "worker 1", .end, Self.store), step(4, "main thread", .signal, Self.gate, line: 6),
      ], shown: [0, 2, 4], overtaking: [1])
    #expect(rows.contains { $0.contains("(its block ends)") })
  }

  @Test func aWaitThatIsNoStepStandsWhereItBegan() {
    let waits = Participant(
      "worker 1", .blocked(in: .wait, on: Self.gate), stack: [Sample.frame("f()", at(12))])
    let rows = table(
      [
        step(0, "main thread", .async, Self.store, line: 3, block: 2),
        step(1, "worker 1", .begin, Self.store, block: 2), step(2, "main thread", .enter, Self.gate, line: 5),
      ], overtaking: [1], participants: [waits], isDead: true)
    #expect(rows.count == 6, "\(rows)")
    #expect(rows[4].contains("waits for semaphore \"gate\" forever"))
    #expect(rows[4].hasSuffix("Store.swift:12"))
    #expect(rows[5].contains("#2"))
    #expect(rows[5].contains("  :  "))
  }

  @Test func loopsAreToldOnce() {
    var steps: [RecordedTrace.Step] = []
    for round in 0..<13 {
      steps.append(step(2 * round, "worker 1", .lock, Self.gate, line: 4))
      steps.append(step(2 * round + 1, "worker 2", .yield, line: 5))
    }
    let rows = table(steps, overtaking: Array(0..<26))
    #expect(rows.contains { $0.hasSuffix("... 12 more times steps #0 to #1") })
    #expect(rows.count <= 6, "\(rows)")
  }

  @Test func workersThatDoTheSameAreToldOnce() {
    let steps = (0..<20).map { step($0, "worker \($0 + 1)", .wait, Self.gate, line: 4, .waits) }
    let rows = table(steps)
    #expect(rows.first { $0.contains("19 more times") }?.contains("worker 2 to worker 20") == true)
  }

  @Test func tooManyThreadsShareAColumn() {
    let steps = (0..<8).map { index in
      step(index, "worker \(index + 1)", index.isMultiple(of: 2) ? .lock : .yield, line: 3 + index)
    }
    let rows = table(steps)
    #expect(rows[0].contains(" others"))
    #expect(rows.contains { $0.contains("worker 8: ") })
    #expect(rows.allSatisfy { $0.count <= 100 })
  }

  @Test func oneThreadNeedsNoTable() {
    let rows = table([
      step(0, "main thread", .enter, Self.gate, line: 3), step(1, "main thread", .leave, Self.gate, line: 4),
    ])
    #expect(rows.allSatisfy { $0.contains("main thread  ") })
  }

  @Test func oneLongFileNameIsSaidOnce() {
    let place = CodeLocation(file: "a-name-that-takes-half-of-the-line.gcd.yaml", line: 7)
    var steps = [
      step(0, "main thread", .async, Self.store, block: 2), step(1, "worker 1", .begin, Self.store, block: 2),
    ]
    steps[0].line.location = place
    let finding = Finding(
      .testFailed(TestFailure(.assertion(message: "no"), by: "main thread")), at: place,
      steps: StepExcerpt(steps.map(\.line), of: 2), context: Sample.context())
    #expect(finding.report.contains("  the steps, lines of a-name-that-takes-half-of-the-line.gcd.yaml\n"))
    #expect(finding.report.contains("  line 7\n"))
  }

  @Test func aCourseOfAnOlderVersionCanBeRead() throws {
    var recordedTrace = RecordedTrace([step(0, "main thread", .enter, Self.gate)], of: 1)
    let old = try JSONLine.encode(recordedTrace)
    #expect(!old.contains("overtaking"))
    #expect(try JSONLine.decode(RecordedTrace.self, from: old) == recordedTrace)
    recordedTrace.overtaking = [0]
    #expect(try JSONLine.decode(RecordedTrace.self, from: JSONLine.encode(recordedTrace)) == recordedTrace)
  }
}
