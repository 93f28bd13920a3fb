// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDReport

extension Sample {
  /// What `swift test` sends: tests are silent unless something is found.
  static var testRun: [ReportEvent] {
    let reload = "AppTests.CacheTests/testReload"
    let upload = "AppTests.UploaderTests/testTimeout"
    return [
      .runStarted(RunStarted(tool: "0.1.0", directory: directory)),
      .testStarted(
        TestStarted(
          test: reload, at: at("Tests/AppTests/CacheTests.swift", 10, 3), schedules: 1_000,
          seed: 1_592_590_402,
          strategy: "pct, depth 3")),
      .finding(FindingFound(test: reload, mainAndQueue)),
      .testEnded(TestEnded(test: reload, .failed, schedules: 97, of: 1_000, distinct: 80, stopped: .finding)),
      .testStarted(TestStarted(test: upload, schedules: 1_000, seed: 49_374, strategy: "random")),
      .finding(FindingFound(test: upload, leftEntered)),
      .testEnded(uploadEnded(upload)),
      .runEnded(
        RunEnded(
          tests: 2, schedules: 1_097, distinct: 735, errors: 1, warnings: 1, failedTests: 1,
          notes: [.racesNotChecked, .unusedAllowance("leftSuspended(\"com.acme.old\")")])),
    ]
  }

  private static func uploadEnded(_ test: String) -> TestEnded {
    var end = TestEnded(
      test: test, .passed, schedules: 1_000, of: 1_000, distinct: 655, stopped: .completed)
    end.coverage = CoverageFigures(
      schedulesRun: 1_000, distinctSchedules: 655, partialOrders: 24, handOffPairs: 9, looked: 1_000,
      singles: 3, drawn: 999, lastNewPartialOrder: 617, lastNewConflictPair: 88)
    return end
  }

  /// What `gcdcheck fuzz` sends for scenario files.
  static var scenarioRun: [ReportEvent] {
    func started(_ test: String) -> ReportEvent {
      .testStarted(TestStarted(test: test, schedules: 1_000, seed: 7, strategy: "random"))
    }
    func ended(
      _ test: String, _ outcome: TestEnded.Outcome, _ schedules: Int, _ stopped: StopReason = .completed
    ) -> ReportEvent {
      .testEnded(
        TestEnded(test: test, outcome, schedules: schedules, of: 1_000, distinct: schedules, stopped: stopped)
      )
    }
    return [
      .runStarted(RunStarted(tool: "0.1.0", directory: directory, announcesTests: true)),
      started("loading.gcd.yaml"),
      .finding(FindingFound(test: "loading.gcd.yaml", groupNotify, isExpected: true)),
      ended("loading.gcd.yaml", .asExpected("group-never-empty"), 2, .finding), started("clean.gcd.yaml"),
      ended("clean.gcd.yaml", .passed, 24, .exhausted), started("slow.gcd.yaml"),
      ended("slow.gcd.yaml", .passed, 412, .time), started("wrong.gcd.yaml"),
      ended("wrong.gcd.yaml", .unexpected(expected: "wait-cycle", actual: "clean"), 1_000),
      started("mach.gcd.yaml"), ended("mach.gcd.yaml", .skipped(reason: "no mach sources on Linux"), 0),
      .runEnded(
        RunEnded(tests: 5, schedules: 1_438, distinct: 1_438, failedTests: 1, notes: [.racesNotChecked])),
    ]
  }

  /// One traced schedule.
  static var trace: [ReportEvent] {
    [
      .scheduleStarted(ScheduleStarted(test: "cache.gcd.yaml", schedule: 97, seed: 1_592_590_402))
    ]
      + mainAndQueue.steps.lines.map { .step(TraceStep(schedule: 97, $0)) } + [
        .step(TraceStep(schedule: 97, StepLine(12, "clock", .timePasses, nil, .clock(2_000_000_000)))),
        .scheduleEnded(
          ScheduleEnded(schedule: 97, steps: 13, virtualTime: 2_000_000_000, traceHash: 0xdead_beef_dead_beef)
        ),
      ]
  }
}
