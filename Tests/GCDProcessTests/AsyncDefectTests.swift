// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

/// Mechanisms of real defects in async code, and their twins, as whole programs.
@Suite(.serialized) struct AsyncDefectTests {
  private static let package = Result { try FacePackage() }

  private let package: FacePackage
  init() throws { package = try AsyncDefectTests.package.get() }

  /// More of them where trials are asked for.
  private static let schedulesOfTwins =
    ProcessInfo.processInfo.environment["GCDCHECK_TEST_TRIALS"] == "1" ? "200" : "30"

  @Test func eachIsFoundAndNoTwinHasAFinding() throws {
    #expect(package.defects.count >= 30)
    for (name, code) in package.defects {
      let found = try run(["--schedules", "200"], name)
      let first = found.output.firstMatch(of: /(?:error|warning): (GCD\d+)/).map { String($0.1) }
      #expect(first == code, "\(name): \(found.output)")
      let token = try #require(found.token, "\(name)")
      // Nothing may depend on what new memory holds.
      let again = try run(["--replay", token], name, environment: ["MALLOC_PERTURB_": "165"])
      #expect(again.report.withoutNotes == found.report.withoutNotes, "\(name)")
      let twin = try run(["--schedules", Self.schedulesOfTwins], name, "twin")
      #expect(twin.status == 0 && !twin.output.contains("GCD"), "\(name): \(twin.output)")
    }
  }

  @Test func asTestsToo() throws {
    let defects = try verdicts(ofTwins: false, schedules: 200)
    for (name, code) in package.defects {
      #expect(defects[name]?.code == code, "\(name): \(defects[name]?.report ?? "nothing")")
    }
    let twins = try verdicts(ofTwins: true, schedules: 20)
    for (name, _) in package.defects {
      let verdict = try #require(twins[name])
      #expect(verdict.code == nil, "\(name): \(verdict.report ?? "")")
    }
  }

  /// What others wrote in an actor while a function of its was suspended is the cause of many a failed check;
  /// nothing is said where no function was.
  @Test(arguments: [
    ("overdrawn", "writes balance (100 -> 20)", "writes balance (20 -> -60)"),
    ("stopDuringStart", "writes state (.idle -> .stopped)", "writes state (.stopped -> .running)"),
    ("fastPathOvertakes", "writes written (empty -> 1 element)", "writes written (1 element -> 2 elements)"),
    ("countedFromAnOldValue", "writes count (0 -> 5), waiting", "writes count (5 -> 1)"),
    ("paidWithCoinsThatAreGone", "writes coins (10 -> 3)", " continues "),
    ("storedInTheWrongOrder", nil, nil),
  ])
  func changedActorsAreShown(name: String, others: String?, own: String?) throws {
    let found = try run(["--schedules", "200"], name)
    let cause = try #require(found.output.range(of: "error: GCD501"), "\(found.output)")
    let lines = found.output[cause.lowerBound...].split(separator: "\n", omittingEmptySubsequences: false)
    let first = lines.prefix(15).joined(separator: "\n")
    if let others, let own {
      #expect(first.contains(others) && first.contains(own), "\(found.output)")
    } else {
      #expect(!found.output.contains("is suspended"), "\(found.output)")
    }
    let token = try #require(found.token)
    let again = try run(["--replay", token], name, environment: ["MALLOC_PERTURB_": "165"])
    #expect(again.report.withoutNotes == found.report.withoutNotes)
  }

  /// Loops that only sleep are no tasks that nothing can resume: what awaits them is, and the report names
  /// them.
  @Test(arguments: [
    ("heartbeatOutlivesItsSession", "awaits a task of its group that can never finish", "Loops.swift:6"),
    ("detachedLoopIsNotCancelled", "awaits a task that can never finish", "Loops.swift:26"),
    ("partsNeedEachOther", "wait for each other", "--await-->"),
    ("continuationReplaced", "that nothing left can resume", "that was not resumed was dropped at "),
  ])
  func theCauseOfAnEndlessAwaitIsNamed(name: String, headline: String, cause: String) throws {
    let found = try run(["--schedules", "200"], name)
    let start = try #require(found.output.range(of: "error: GCD"), "\(found.output)").lowerBound
    let lines = found.output[start...].split(separator: "\n", omittingEmptySubsequences: false)
    let first = lines.prefix(15).joined(separator: " ").split { $0.isWhitespace }.joined(separator: " ")
    #expect(first.contains(headline) && first.contains(cause), "\(found.output)")
    let token = try #require(found.token)
    let again = try run(["--replay", token], name, environment: ["MALLOC_PERTURB_": "165"])
    #expect(again.report.withoutNotes == found.report.withoutNotes)
  }

  /// A lock across a suspension is that of the function which took it, wherever what it awaits suspends.
  @Test func theAwaitUnderALockIsNamed() throws {
    let found = try run(["--schedules", "20"], "lockAcrossAnothersAwait")
    let awaits = try #require(
      found.output.firstMatch(of: /Locks\.swift:(\d+)(?::\d+)?: warning: GCD304[^\n]*\n\n +(\d+) \|([^\n]*)/),
      "\(found.output)")
    #expect(awaits.output.3.contains("await store.addSlowly(entry)"), "\(found.output)")
    let token = try #require(found.token)
    let again = try run(["--replay", token], "lockAcrossAnothersAwait")
    #expect(again.report.withoutNotes == found.report.withoutNotes)
  }

  /// Which two steps come the other way round where a schedule passes.
  @Test(arguments: [
    ("taskPerMessage", "first the task #2 made at Actors.swift:78 enters actor \"Store\""),
    ("resultsInOrderOfTheEnd", "first the task #2 made at Groups.swift:38 ends"),
    ("cancelledBeforeItsHolder", "first the task made at Cancellation.swift:169 enters actor \"Holder\""),
    (
      "finishedBeforeTheLast",
      "first the task made at Streams.swift:115 gives an element to a stream, or ends it at Streams.swift:115"
    ),
  ])
  func theOrderThatPassesIsShown(name: String, first: String) throws {
    let found = try run(["--schedules", "200"], name)
    let words = found.output.split { $0.isWhitespace }.joined(separator: " ")
    #expect(words.contains("in a schedule that passes, \(first)"), "\(found.output)")
    let token = try #require(found.token)
    let again = try run(["--replay", token], name)
    #expect(again.report.withoutNotes == found.report.withoutNotes)
  }

  /// The test framework's own tasks are no part of a search, as they are none of a replay.
  @Test(arguments: ["loadedTwice", "overdrawn", "pauseNotCancelled", "stopDuringStart"])
  func aSearchFindsThemInTests(name: String) throws {
    let options = [
      "--skip-build", "--progress", "none", "--schedules", "100", "--time-per-test", "10m", "--strategy",
      "exhaustive", "--filter", "FacesTests.DefectSuite/\(name)",
    ]
    let found = try ToolRun(options, command: "test", in: package.folder)
    #expect(found.output.contains("error: GCD501"), "\(found.output)")
    let again = try ToolRun(try #require(found.replayArguments.first), in: package.folder)
    #expect(again.report.withoutNotes == found.report.withoutNotes)
    let twin = try ToolRun(
      options, command: "test", in: package.folder, environment: ["DEFECTS_TWINS": "1"])
    #expect(twin.status == 0 && !twin.output.contains("GCD"), "\(twin.output)")
  }

  /// A limit of workers leaves the cooperative pool as wide as it was.
  @Test(arguments: ["taskWaitsForTask", "tasksMeet"])
  func theCooperativePoolIsNarrowBesideApplesPool(name: String) throws {
    let found = try run(["--schedules", "20", "--pool", "darwin"], name)
    #expect(found.output.contains("GCD106"), "\(found.output)")
    let token = try #require(found.token)
    let again = try run(["--replay", token], name)
    #expect(again.report.withoutNotes == found.report.withoutNotes)
    let twin = try run(["--schedules", "20", "--pool", "darwin"], name, "twin")
    #expect(twin.status == 0 && !twin.output.contains("GCD"), "\(twin.output)")
  }

  private func verdicts(ofTwins: Bool, schedules: Int) throws -> [String: FaceVerdict] {
    let run = try ToolRun(
      [
        "--skip-build", "--progress", "none", "--schedules", "\(schedules)", "--time-per-test", "10m",
        "--report",
        "jsonl", "--filter", "FacesTests.DefectSuite/",
      ], command: "test", in: package.folder, environment: ofTwins ? ["DEFECTS_TWINS": "1"] : [:])
    let verdicts = try FaceVerdict.read(run.output) { test in
      String((test.split(separator: "/").last ?? "").replacing("()", with: ""))
    }
    return Dictionary(uniqueKeysWithValues: verdicts.map { ($0.program, $0) })
  }

  private func run(
    _ options: [String], _ arguments: String..., environment: [String: String] = [:]
  ) throws -> ToolRun {
    let words = options + ["--", package.executable("defects")] + arguments
    let asked = Asked(words: words, environment: environment)
    if let known = AsyncDefectTests.known[asked] { return known }
    let run = try ToolRun(words, in: package.folder, environment: environment)
    AsyncDefectTests.known[asked] = run
    return run
  }

  private struct Asked: Hashable {
    var words: [String]
    var environment: [String: String]
  }

  // What several tests look at is run once; the suite is serialized.
  private nonisolated(unsafe) static var known: [Asked: ToolRun] = [:]
}
