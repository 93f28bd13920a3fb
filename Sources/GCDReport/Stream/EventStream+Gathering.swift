// Licensed under the Apache License, Version 2.0; see LICENSE.

extension EventStream {
  /// One run out of those that the processes of a `swift test` have added to one file.
  ///
  /// The tests come in the order of their names, since which process was first, and which of its tests, is
  /// chance. A stream of the tool is returned as it is.
  public static func gathered(_ events: [ReportEvent]) -> [ReportEvent] {
    guard case .runStarted(var started)? = events.first, started.invocation != nil else { return events }
    started.invocation = nil
    var runs = RunsOfProcesses()
    for event in events { runs.take(event) }
    let tests = runs.tests.sorted { ($0.name, $0.number) < ($1.name, $1.number) }
    return [.runStarted(started)] + tests.flatMap(\.events) + [.runEnded(runs.ended(of: tests))]
  }
}

/// What several processes have written, taken apart.
private struct RunsOfProcesses {
  /// One test with all that was said about it; processes write it in one piece.
  struct Test {
    var name: String
    /// Its place in the file.
    var number: Int
    var events: [ReportEvent] = []
    /// Those that it does not ask for.
    var findings: [Finding] = []
    var ended: TestEnded?
  }

  private(set) var tests: [Test] = []
  private var begun = 0
  private var ends: [RunEnded] = []

  mutating func take(_ event: ReportEvent) {
    switch event {
    case .runStarted: begun += 1
    case .runEnded(let ended): ends.append(ended)
    case .testStarted(let started):
      tests.append(Test(name: started.test, number: tests.count, events: [event]))
    case .testEnded(let ended): add(event) { $0.ended = ended }
    case .finding(let found): add(event) { if !found.isExpected { $0.findings.append(found.finding) } }
    case .scheduleStarted, .step, .scheduleEnded: add(event) { _ in }
    }
  }

  private mutating func add(_ event: ReportEvent, _ note: (inout Test) -> Void) {
    guard let last = tests.indices.last else { return }
    tests[last].events.append(event)
    note(&tests[last])
  }

  /// The sum of all processes; one that died has said nothing at its end, but its tests are there.
  func ended(of tests: [Test]) -> RunEnded {
    var total = RunTotal()
    for test in tests {
      guard let ended = test.ended else { continue }
      total.add(ended, test.findings, isExpected: false, directedRuns: 0)
    }
    for ended in ends { total.add(ended.notes) }
    total.stopped = ends.map(\.stopped).first { $0 != .completed } ?? .completed
    if ends.count < begun { total.stopped = .interrupted }
    total.setShard(ends.lazy.compactMap(\.shard).first)
    var ended = total.ended
    let exhausted = ends.lazy.compactMap(\.exhausted).reduce(0, +)
    if exhausted > 0 { ended.exhausted = exhausted }
    let directed = ends.lazy.compactMap(\.directedRuns).reduce(0, +)
    if directed > 0 { ended.directedRuns = directed }
    if tests.count == 1 { ended.search = tests[0].ended?.search }
    return ended
  }
}
