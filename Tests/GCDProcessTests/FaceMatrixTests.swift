// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport
import Testing

/// One defect, one code, whatever runs it: each program of the package through each face that can host it.
///
/// Bodies, traits and test cases are in `FaceTests`.
@Suite(.serialized) struct FaceMatrixTests {
  private static let package = Result { try FacePackage() }

  private let package: FacePackage
  init() throws { package = try FaceMatrixTests.package.get() }

  /// A main thread that serves its queue is no program that must come to an end: a task that waits for an
  /// element of a stream may be a service there (`WholePrograms` of the documentation).
  private static let mayServe: Set<String> = ["streamNeverFinished", "oneElementForTwo"]

  @Test func thereAreEnough() {
    #expect(package.expectations.values.count { $0 != nil } >= 40)
  }

  @Test(arguments: ["BlockingTests", "AsyncTests", "BlockingSuite", "AsyncSuite"])
  func testsOfAPackage(_ suite: String) throws {
    let run = try ToolRun(
      [
        "--skip-build", "--progress", "none", "--schedules", "5", "--time-per-test", "10m", "--report",
        "jsonl", "--filter", "FacesTests.\(suite)/",
      ], command: "test", in: package.folder)
    let verdicts = try FaceVerdict.read(run.output) { test in
      let name = test.split(separator: "/").last ?? ""
      return String(name.replacing("test_", with: "").replacing("()", with: ""))
    }
    let programs = suite.hasPrefix("Async") ? Set(package.expectations.keys) : package.blocking
    #expect(programs.symmetricDifference(verdicts.map(\.program)) == [], "each program has a test")
    for verdict in verdicts { expectRight(verdict) }
  }

  #if compiler(>=6.2)
  /// Their framework waits for the children on a thread of its own.
  @Test func testsThatRunInProcessesOfTheirOwn() throws {
    let run = try ToolRun(
      ["--skip-build", "--progress", "none", "--schedules", "5", "--filter", "FacesTests.ExitSuite/"],
      command: "test", in: package.folder)
    for test in ["ends", "traps", "dispatches"] {
      #expect(run.output.contains("ok    FacesTests.ExitSuite/\(test)()  no findings"), "\(run.output)")
    }
    #expect(run.output.contains("FAIL  FacesTests.ExitSuite/wrong()"), "\(run.output)")
    #expect(run.output.contains("GCD501 test-failed"))
    #expect(!run.output.contains("GCD902"))
  }
  #endif

  @Test func anAsyncTestThatGoesRoundWithoutARest() throws {
    let run = try oneSchedule(of: "FacesTests.EndlessTests/")
    #expect(run.status == 1)
    #expect(
      run.output.contains("ok    FacesTests.EndlessTests/testRetriesUntilAnotherHasCounted"), "\(run.output)")
    #expect(run.output.contains("Endless.swift:19: error: GCD402 livelock"), "\(run.output)")
    let again = try ToolRun(try #require(run.replayArguments.first), in: package.folder)
    #expect(again.status == 1)
    #expect(again.report.withoutNotes == run.report.withoutNotes)
  }

  /// Without the day of virtual time after which the rounds of a run loop count as idle.
  @Test func anAsyncTestThatOnlyWaits() throws {
    let run = try oneSchedule(of: "FacesTests.HangingTests/")
    #expect(run.status == 1)
    #expect(run.output.contains("GCD107 task-never-finishes: the async test awaits a continuation that"))
    #expect(run.output.contains(/after [1-9][0-9]\.[0-9]+ s of virtual time/), "\(run.output)")
    let fine = run.output.matches(of: /ok    FacesTests\.HangingTests\/testWaitsFor(A|The)\w+  no findings/)
    #expect(fine.count == 7, "\(run.output)")
    try expectTheSameAgain(run)
  }

  private func oneSchedule(of tests: String) throws -> ToolRun {
    let options = [
      "--skip-build", "--progress", "none", "--schedules", "1", "--time-per-test", "10m", "--filter", tests,
    ]
    return try ToolRun(options, command: "test", in: package.folder)
  }

  /// Found long before the bound that real work has.
  @Test func aTestThatPollsForEver() throws {
    let run = try oneSchedule(of: "FacesTests.Polling")
    #expect(run.status == 1)
    let early = run.output.matches(of: /GCD402 livelock: after [12][0-9]{2},[0-9]{3} steps/)
    #expect(early.count == 3, "\(run.output)")
    for fine in ["testPollsForMinutes", "testYieldsUntilATime"] {
      #expect(run.output.contains("ok    FacesTests.PollingTests/\(fine)  no findings"), "\(run.output)")
    }
    try expectTheSameAgain(run)
  }

  /// The loop is the victim of the wait. XCTest looks on the main thread whether an async test has ended.
  @Test func aTestThatPollsForWhatABlockedTaskWouldDo() throws {
    let run = try oneSchedule(of: "FacesTests.PolledWait")
    #expect(run.status == 1)
    func count(_ pattern: some RegexComponent) -> Int { run.output.matches(of: pattern).count }
    #expect(count(/Polled\.swift:20:\d+: error: GCD103 semaphore-never-signaled/) == 3, "\(run.output)")
    #expect(count(/Polled\.swift:26:\d+: error: GCD104 group-never-empty/) == 1, "\(run.output)")
    #expect(count(/nothing else could continue then: worker \d+ waits for semaphore/) == 1, "\(run.output)")
    #expect(!run.output.contains("the main thread, which might"), "\(run.output)")
    #expect(count(/ok    FacesTests\.PolledWait\S*(Signalled|AreLeft)\S*  no findings/) == 5, "\(run.output)")
    try expectTheSameAgain(run)
  }

  private func expectTheSameAgain(_ run: ToolRun) throws {
    for arguments in run.replayArguments {
      let again = try ToolRun(arguments, in: package.folder)
      #expect(again.status == 1)
      #expect(run.output.withoutNotes.contains(again.report.withoutNotes), "\(again.output)")
    }
  }

  @Test func programsWithAnAsyncMain() throws { try runEach("asynchronous", except: []) }

  @Test func programsWithoutOne() throws { try runEach("plain", except: FaceMatrixTests.mayServe) }

  private func runEach(_ executable: String, except silent: Set<String>) throws {
    for (name, expected) in package.expectations.sorted(by: { $0.key < $1.key }) {
      // What shows behind one of several calls only takes some more.
      let schedules = name.hasPrefix("writtenBehind") ? "20" : "5"
      let command = [
        "--schedules", schedules, "--report", "jsonl", "--", package.executable(executable), name,
      ]
      let run = try ToolRun(command, in: package.folder)
      let code = silent.contains(name) ? nil : expected
      let verdict = try #require(try FaceVerdict.read(run.output) { _ in name }.first)
      #expect(verdict.code == code, "\(executable) \(name): \(verdict.report ?? run.output)\(run.errors)")
      #expect(run.status == (code == nil ? 0 : 1), "\(executable) \(name)")
      #expect(verdict.brokenClaims == [], "\(executable) \(name): \(verdict.report ?? "")")
    }
  }

  private func expectRight(_ verdict: FaceVerdict) {
    guard let expected = package.expectations[verdict.program] else {
      Issue.record("no program \"\(verdict.program)\"")
      return
    }
    #expect(verdict.code == expected, "\(verdict.program): \(verdict.report ?? "nothing")")
    #expect(verdict.brokenClaims == [], "\(verdict.program): \(verdict.report ?? "nothing")")
  }

  /// The token of a finding leads to the same report.
  @Test(arguments: ["neverResumed", "tasksThatAwaitEachOther", "yieldsForEver", "groupInATask"])
  func replayed(_ name: String) throws {
    let program = package.executable("asynchronous")
    // All steps of one that yields forever are kept for the report.
    let limit = ["--max-steps", "500"]
    let run = try ToolRun(limit + ["--schedules", "5", "--", program, name], in: package.folder)
    let token = try #require(run.token, "\(run.output)\(run.errors)")
    let again = try ToolRun(limit + ["--replay", token, "--", program, name], in: package.folder)
    #expect(again.status == 1)
    #expect(again.report.withoutNotes == run.report.withoutNotes)
  }
}
