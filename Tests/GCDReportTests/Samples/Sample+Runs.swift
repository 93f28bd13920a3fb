// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDReport

extension Sample {
  /// Streams that every format is tried with, by the names of their golden files.
  static var runs: [(name: String, events: [ReportEvent])] {
    [
      ("test-run", testRun), ("scenario-run", scenarioRun), ("mixed-run", mixedRun), ("clean-run", cleanRun),
      ("cut-run", cutRun(isStrict: false)), ("strict-cut-run", cutRun(isStrict: true)),
    ]
  }

  /// Findings of different kinds, the mild one first.
  static var mixedRun: [ReportEvent] {
    let findings = [
      leftEntered, mainAndQueueStepByStep, ownQueue, extraLeave, race, livelock, assertion, groupNotify,
      pool,
    ]
    let test = "AppTests.EverythingTests/testAll"
    return [
      .runStarted(RunStarted(tool: "0.1.0", directory: directory)),
      .testStarted(
        TestStarted(
          test: test, at: at("Tests/AppTests/EverythingTests.swift", 8, 3), schedules: 1_000, seed: 7,
          strategy: "auto")),
    ] + findings.map { .finding(FindingFound(test: test, $0)) } + [
      // The same defect again, in another test.
      .finding(FindingFound(test: "AppTests.CacheTests/testReload", ownQueue)),
      .testEnded(
        TestEnded(test: test, .failed, schedules: 1_000, of: 1_000, distinct: 812, stopped: .completed)),
      .runEnded(
        RunEnded(tests: 1, schedules: 1_000, distinct: 812, errors: 8, warnings: 1, failedTests: 1)),
    ]
  }

  /// Nothing to find.
  static var cleanRun: [ReportEvent] {
    let test = "AppTests.CacheTests/testStore"
    return [
      .runStarted(RunStarted(tool: "0.1.0", directory: directory)),
      .testStarted(TestStarted(test: test, schedules: 1_000, seed: 7, strategy: "auto")),
      .testEnded(
        TestEnded(test: test, .passed, schedules: 1_000, of: 1_000, distinct: 700, stopped: .completed)),
      .runEnded(RunEnded(tests: 1, schedules: 1_000, distinct: 700, notes: [.racesNotChecked])),
    ]
  }

  /// What `gcdcheck test` sends where time cuts nearly everything.
  static func cutRun(isStrict: Bool) -> [ReportEvent] {
    var started = RunStarted(tool: "0.1.0", directory: directory, announcesTests: true)
    started.subject = .test
    if isStrict { started.strict = true }
    func test(_ name: String, _ outcome: TestEnded.Outcome, _ schedules: Int, _ stopped: StopReason)
      -> [ReportEvent]
    {
      let begun = TestStarted(test: name, schedules: 20, seed: 7, strategy: "auto")
      let ended = TestEnded(
        test: name, outcome, schedules: schedules, of: 20, distinct: schedules, stopped: stopped)
      return [.testStarted(begun), .testEnded(ended)]
    }
    var end = RunEnded(tests: 4, schedules: 34, distinct: 34, warnings: 1, stopped: .time)
    end.hardlyTried = 2
    end.notBegun = 1
    let slow = "AppTests/testSlow"
    let long = "AppTests/testLong"
    var longest = test(long, .hardlyTried, 3, .tooLong(steps: 100_000))
    longest.insert(.finding(FindingFound(test: long, leftEntered)), at: 1)
    return [.runStarted(started)] + test("AppTests.CacheTests/testStore", .passed, 20, .completed)
      + test(slow, .hardlyTried, 1, .time) + test("AppTests/testEnough", .passed, 10, .time)
      + longest + [
        .testEnded(
          TestEnded(
            test: "AppTests/testLast", .skipped(reason: "the time was over"), schedules: 0, of: 0,
            distinct: 0, stopped: .time)), .runEnded(end),
      ]
  }

  /// So many different findings in one run, of two kinds; every tenth is a warning.
  static func many(_ count: Int) -> [ReportEvent] {
    let findings = (0..<count).map { number -> ReportEvent in
      var finding = number.isMultiple(of: 10) ? leftEntered : mainAndQueue
      for index in finding.participants.indices {
        finding.participants[index].stack.insert(
          frame("Generated.function\(number)()", at("Sources/App/Generated.swift", number + 1, 3)), at: 0)
      }
      if finding.participants.isEmpty {
        finding.kind = .sourceDropped(
          DroppedSource(
            ObjectName(.timer, label: "timer \(number)"), at: nil, hasCancelHandler: true))
      }
      return .finding(FindingFound(test: "AppTests.Many/test\(number % 100)", finding))
    }
    return [.runStarted(RunStarted(tool: "0.1.0", directory: directory))] + findings + [
      .runEnded(
        RunEnded(
          tests: 100, schedules: 100_000, distinct: 90_000, errors: count - count / 10, warnings: count / 10,
          failedTests: 100))
    ]
  }
}
