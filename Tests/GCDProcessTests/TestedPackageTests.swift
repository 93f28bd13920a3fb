// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport
import Testing

/// `gcdcheck test` on a package that knows nothing of gcdcheck.
@Suite(.serialized) struct TestedPackageTests {
  /// Built once, by the tool itself, for all tests of this suite.
  private static let package = Result { try BuiltPackage() }

  private let package: BuiltPackage
  init() throws { package = try TestedPackageTests.package.get() }

  @Test func listsTheTestsOfBothFrameworks() throws {
    let run = try package.test(["--list"])
    #expect(run.status == 0)
    #expect(
      run.output == """
        AcmeTests.CacheTests/testCount
        AcmeTests.CacheTests/testCrashes
        AcmeTests.CacheTests/testFlushWhileGet
        AcmeTests.CacheTests/testIsSkipped
        AcmeTests.CacheTests/testIsWrong
        AcmeTests.CacheTests/testPut
        AcmeTests.CacheTests/testPutTwice
        AcmeTests.CacheTests/testSuspends
        AcmeTests.CacheTests/testTimesOutOnlyVirtually
        AcmeTests.ChildTests/testAsksAChild
        AcmeTests.ExpectationTests/testAllAreAnswered
        AcmeTests.ExpectationTests/testFulfillsBeforeItWrites
        AcmeTests.ExpectationTests/testFulfillsForATaskBeforeItWrites
        AcmeTests.ExpectationTests/testFulfillsForATaskWhenItHasWritten
        AcmeTests.ExpectationTests/testFulfillsWhenItHasWritten
        AcmeTests.ExpectationTests/testOneIsNotAnswered
        AcmeTests.LeftoverTests/testAnswerOfMain
        AcmeTests.LeftoverTests/testBarrier
        AcmeTests.LeftoverTests/testCycle
        AcmeTests.LeftoverTests/testLockDuringAWait
        AcmeTests.LeftoverTests/testPoll
        AcmeTests.LeftoverTests/testService
        AcmeTests.LeftoverTests/testTrap
        AcmeTests.LeftoverTests/testWaitThatTimeEnds
        AcmeTests.CacheSuite/caseAgainstCase(_:)
        AcmeTests.CacheSuite/each(_:)
        AcmeTests.CacheSuite/flushWhileGet()
        AcmeTests.CacheSuite/isEarly()
        AcmeTests.CacheSuite/named()
        AcmeTests.CacheSuite/put()
        AcmeTests.CacheSuite/putTwice()
        AcmeTests.LeftoverSuite/answerOfMain()
        AcmeTests.LeftoverSuite/barrier()
        AcmeTests.LeftoverSuite/lockDuringAWait()
        AcmeTests.LeftoverSuite/waitThatTimeEnds()
        AcmeTests.free()
        MoreTests.free()

        """)
  }

  @Test func findsWhatIsWrongAndNothingElse() throws {
    let run = try TestedPackageTests.explored.get()
    #expect(run.status == 1)
    let events = try EventStream.decode(run.output)
    var verdicts: [String: String] = [:]
    for case .testEnded(let end) in events { verdicts[end.test] = end.outcome == .passed ? "ok" : "failed" }
    var reports: [String] = []
    for case .finding(let found) in events {
      verdicts[found.test] = found.finding.code
      reports.append(found.finding.report(ReportStyle()))
    }
    #expect(
      verdicts == [
        "AcmeTests.CacheTests/testCount": "GCD101", "AcmeTests.CacheTests/testCrashes": "GCD501",
        "AcmeTests.CacheTests/testFlushWhileGet": "GCD102", "AcmeTests.CacheTests/testIsSkipped": "ok",
        "AcmeTests.CacheTests/testIsWrong": "GCD501", "AcmeTests.CacheTests/testPut": "ok",
        "AcmeTests.CacheTests/testSuspends": "ok", "AcmeTests.CacheTests/testTimesOutOnlyVirtually": "ok",
        "AcmeTests.CacheTests/testPutTwice": "ok", "AcmeTests.ChildTests/testAsksAChild": "ok",
        "AcmeTests.ExpectationTests/testAllAreAnswered": "ok",
        "AcmeTests.ExpectationTests/testFulfillsBeforeItWrites": "GCD501",
        "AcmeTests.ExpectationTests/testFulfillsForATaskBeforeItWrites": "GCD501",
        "AcmeTests.ExpectationTests/testFulfillsForATaskWhenItHasWritten": "ok",
        "AcmeTests.ExpectationTests/testFulfillsWhenItHasWritten": "ok",
        "AcmeTests.ExpectationTests/testOneIsNotAnswered": "GCD501",
        "AcmeTests.LeftoverTests/testBarrier": "GCD104",
        "AcmeTests.LeftoverTests/testLockDuringAWait": "GCD103",
        "AcmeTests.LeftoverTests/testCycle": "GCD102", "AcmeTests.LeftoverTests/testTrap": "GCD501",
        "AcmeTests.LeftoverTests/testWaitThatTimeEnds": "ok",
        "AcmeTests.LeftoverTests/testAnswerOfMain": "ok", "AcmeTests.LeftoverTests/testService": "ok",
        "AcmeTests.LeftoverTests/testPoll": "ok",
        "AcmeTests.LeftoverSuite/barrier()": "GCD104",
        "AcmeTests.LeftoverSuite/lockDuringAWait()": "GCD103",
        "AcmeTests.LeftoverSuite/waitThatTimeEnds()": "ok", "AcmeTests.LeftoverSuite/answerOfMain()": "ok",
        "AcmeTests.CacheSuite/caseAgainstCase(_:)": "GCD102", "AcmeTests.CacheSuite/each(_:)": "ok",
        "AcmeTests.CacheSuite/flushWhileGet()": "GCD102",
        "AcmeTests.CacheSuite/isEarly()": "GCD501", "AcmeTests.CacheSuite/named()": "ok",
        "AcmeTests.CacheSuite/put()": "ok", "AcmeTests.CacheSuite/putTwice()": "ok",
        "AcmeTests.free()": "ok", "MoreTests.free()": "GCD101",
      ])
    func expectReport(_ texts: [String]) {
      #expect(reports.contains { report in texts.allSatisfy(report.contains) }, "\(texts)")
    }
    #expect(reports.count == 17)
    expectReport([
      "ExpectationTests.swift:29:15: error: GCD501", "others may continue before the code behind",
    ])
    expectReport([
      "ExpectationTests.swift:49:15: error: GCD501", "others may continue before the code behind",
    ])
    expectReport([
      "Sources/Acme/Cache.swift:27", "GCD101", "queue \"com.acme.cache\"", "CacheTests.testCount()",
    ])
    expectReport([
      "GCD501", "traps under this schedule: Index out of range", "fails without gcdcheck as well",
    ])
    expectReport([
      "ExpectationTests.swift:18", "entered here, and not left", "Exceeded timeout of 5.0 seconds",
      "its notify block for the main queue never runs (without the time limit: GCD104)",
    ])
    expectReport(["MoreSuite.swift:8", "GCD101", "queue \"com.acme.more\""])
    expectReport(["GCD102", "CacheTests.testFlushWhileGet()"])
    expectReport(["GCD102", "CacheSuite.flushWhileGet()"])
    expectReport([
      "Tests/AcmeTests/CacheTests.swift:43", "(\"2\") is not equal to (\"3\") - whatever the order",
      "fails without gcdcheck as well",
    ])
    expectReport([
      "Tests/AcmeTests/CacheSuite.swift:26", "Expectation failed: isReady", "async -> \"com.acme.later\"",
    ])
    #expect(reports.count { $0.contains("the test had ended by then") } == 5)
    #expect(reports.count { $0.contains("fails without gcdcheck") } == 3)
  }

  /// What the frameworks do by themselves makes no choices; the twins whose tests do have some are explored.
  @Test func aTestWithoutAChoiceCostsOneSchedule() throws {
    let run = try TestedPackageTests.explored.get()
    var schedules: [String: Int] = [:]
    for case .testEnded(let end) in try EventStream.decode(run.output) { schedules[end.test] = end.schedules }
    let sequential = [
      "CacheTests/testSuspends", "CacheTests/testIsSkipped", "CacheSuite/each(_:)", "CacheSuite/named()",
      "free()",
    ]
    for test in sequential { #expect(schedules["AcmeTests.\(test)"] == 1, "\(test): \(schedules)") }
    for test in ["CacheTests/testPutTwice", "CacheSuite/putTwice()"] {
      #expect(schedules["AcmeTests.\(test)", default: 0] > 3, "\(test): \(schedules)")
    }
  }

  /// The second run of the schedule, which the report is made from, does not fail.
  @Test func aFailureThatDoesNotComeAgainKeepsItsWords() throws {
    let run = try asksAChild("1")
    #expect(run.status == 1, "\(run.output)\(run.errors)")
    #expect(
      run.output.contains("Tests/AcmeTests/ChildTests.swift:16: error: GCD501 test-failed"), "\(run.output)")
    #expect(run.output.contains("the child says no"), "\(run.output)")
    #expect(run.output.contains("note: potential"), "\(run.output)")
    #expect(!run.output.contains("fails without gcdcheck"))
  }

  /// Where something outside takes part, a failure in a later schedule may have nothing to do with its order.
  @Test func whatMayBeOthersFaultIsTriedWithoutGcdcheck() throws {
    let run = try asksAChild("0 1 1 1 1 1 1 1 1")
    #expect(run.status == 1, "\(run.output)\(run.errors)")
    #expect(run.output.contains("the child says no"), "\(run.output)")
    #expect(run.output.contains("found in schedule 2 of 5"), "\(run.output)")
    #expect(run.output.contains("fails without gcdcheck as well"), "\(run.output)")
  }

  private func asksAChild(_ answers: String) throws -> ToolRun {
    let file = try package.folder.write(answers + "\n", to: "answers")
    defer { try? FileManager.default.removeItem(atPath: file) }
    return try package.test(["--filter", "testAsksAChild", "--schedules", "5", "--jobs", "1"])
  }

  @Test func aTestThatTimeCutsIsNotCalledGood() throws {
    let cut = ["--filter", "CacheTests/testPut$", "--schedules", "50", "--time-per-test", "1ns"]
    let run = try package.test(cut)
    // Whether the first schedule has ended is a matter of real time.
    let line = try #require(
      run.output.firstMatch(
        of: #/  cut   AcmeTests\.CacheTests/testPut  hardly tried \(stopped by time after ([01]) of 50/#),
      "\(run.output)")
    #expect(run.status == (line.1 == "0" ? 75 : 0))
    #expect(run.output.contains("no findings; the test was hardly tried"), "\(run.output)")
    let strict = try package.test(cut + ["--strict", "--report", "jsonl=cut.jsonl"])
    #expect(strict.status == 75)
    let junit = try ToolRun(
      ["cut.jsonl", "--as", "junit"], command: "report", in: package.folder)
    #expect(junit.output.contains("<failure type=\"hardly-tried\""), "\(junit.output)")
    let first = try package.test(["--time", "1ns", "--strict", "--filter", "CacheTests"])
    #expect(first.status == 75)
    #expect(first.output.contains("tests were not begun"), "\(first.output)")
  }

  @Test func theSeedAloneDecidesWhatIsFound() throws {
    let first = try TestedPackageTests.explored.get()
    let second = try explore(["--jobs", "1"])
    // Where the system does not let its addresses be fixed, each process has others.
    let source = try package.folder.write("int personality(unsigned long p) { return -1; }\n", to: "random.c")
    let library = try Compiler.compile(source, ["-shared", "-fPIC"], in: package.folder)
    let third = try explore(["--jobs", "3"], environment: ["LD_PRELOAD": library])
    for other in [second, third] {
      // The first that differs, where whole outputs are too long to be read.
      let pairs = zip(first.output.split(separator: "\n"), other.output.split(separator: "\n"))
      let different = pairs.first { $0 != $1 }
      #expect(different == nil, "\(first.errors)\(other.errors)")
      #expect(first.output == other.output)
    }
  }

  @Test func aTokenLeadsToTheSameFinding() throws {
    let run = try package.test([
      "--filter", "flushWhileGet|testFlush|isEarly|Leftover.*ockDuring", "--schedules", "60",
    ])
    #expect(run.replayArguments.count == 5)
    for arguments in run.replayArguments {
      let again = try ToolRun(arguments, in: package.folder)
      #expect(again.status == 1)
      // But for the line that says in which schedule it was found.
      let report = again.report.split(separator: "\n", omittingEmptySubsequences: false)
      let told = report.filter { !$0.hasPrefix("note: seen in a replay") }
      #expect(told.count == report.count - 1)
      #expect(run.output.contains(told.dropLast().joined(separator: "\n")))
    }
  }

  /// The schedules of a corpus are numbers when they are written, and tokens when a run begins with them.
  @Test func aTokenIsTheScheduleOfItsNumber() throws {
    let corpus = package.folder.path("tokens")
    func run(_ arguments: [String]) throws {
      let run = try package.test(
        [
          "--filter", "testPutTwice|testFlushWhileGet", "--strategy", "pos", "--seed", "3408356553",
          "--keep-going", "--corpus", corpus,
        ] + arguments)
      #expect(run.status == 1, "\(run.output)\(run.errors)")
    }
    try run(["--schedules", "120"])
    // To another limit of steps all schedules are new.
    try run(["--schedules", "400", "--max-steps", "90000"])
    struct Line: Decodable { var program: String, token: String?, orders: String? }
    var orders: [String: [String: String]] = [:]
    for file in try FileManager.default.contentsOfDirectory(atPath: corpus) where file.hasSuffix(".jsonl") {
      let text = try String(contentsOfFile: corpus + "/" + file, encoding: .utf8)
      for line in text.split(separator: "\n") {
        let line = try JSONDecoder().decode(Line.self, from: Data(line.utf8))
        if let token = line.token { orders[file + token, default: [:]][line.program] = line.orders }
      }
    }
    let replayed = orders.filter { $0.value.count == 2 }
    #expect(replayed.count >= 20)
    let others = replayed.filter { Set($0.value.values).count > 1 }
    #expect(others.isEmpty, "\(others)")
  }

  @Test func sharedOutBetweenMachinesNothingIsLost() throws {
    let tests = ["--filter", #"testPut$|/put\(|AcmeTests\.free"#, "--schedules", "20"]
    for part in 1...2 {
      let run = try package.test(tests + ["--shard", "\(part)/2", "--report", "jsonl=part\(part).jsonl"])
      #expect(run.status == 0)
    }
    let merged = try ToolRun(["part1.jsonl", "part2.jsonl"], command: "merge", in: package.folder)
    let whole = try package.test(tests)
    #expect(merged.output.contains("3 tests, 41 schedules"))
    #expect(whole.output.contains("3 tests, 41 schedules"))
  }

  @Test func whatWasCutAndResumedComesToTheSame() throws {
    defer { try? FileManager.default.removeItem(atPath: package.folder.path(".gcdcheck")) }
    let tests = [
      "--filter", #"testPut$|testCount|/put\(|AcmeTests\.free"#, "--schedules", "30", "--strategy", "random",
      "--time-per-test", "10m", "--no-save",
    ]
    let whole = try package.test(tests + ["--shard", "1/2", "--report", "jsonl=whole.jsonl"])
    #expect(whole.status == 1)
    let folder = package.folder.path(".gcdcheck")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    func shard(_ report: String, _ more: [String]) throws -> ToolRun {
      try package.test(
        tests.dropLast() + ["--shard", "1/2", "--resume", "--report", "jsonl=\(report)"] + more)
    }
    let begun = try shard("cut.jsonl", ["--time", "1ns"])
    #expect(begun.status == 75, "\(begun.output)\(begun.errors)")
    #expect(FileManager.default.fileExists(atPath: package.folder.path(".gcdcheck/unfinished-test-1-of-2")))
    // Cut once more, in the middle of the first test or behind it.
    let more = try shard("more.jsonl", ["--time", "500ms"])
    #expect(more.status == 75 || more.status == 1, "\(more.output)\(more.errors)")
    let rest = try ToolRun(
      ["--resume", "--progress", "none", "--report", "jsonl=rest.jsonl"], command: "test", in: package.folder)
    #expect(rest.status == 1, "\(rest.output)\(rest.errors)")
    #expect(!FileManager.default.fileExists(atPath: package.folder.path(".gcdcheck/unfinished-test-1-of-2")))
    func events(_ name: String) throws -> [ReportEvent] {
      try EventStream.decode(String(contentsOfFile: package.folder.path(name), encoding: .utf8)).map {
        event in
        guard case .runEnded(var end) = event else { return event }
        end.notes.removeAll { if case .saved = $0 { true } else { false } }
        return .runEnded(end)
      }
    }
    #expect(try events("rest.jsonl") == events("whole.jsonl"))
  }

  @Test(arguments: [
    (["--filter", "nobody"], 69, "--filter \"nobody\" leaves no test; gcdcheck test --list shows them all"),
    (["--filter", "["], 64, "--filter \"[\" is no regular expression"),
    (["--bundle", "none.xctest"], 69, "there is no test bundle"),
    (["--bundle", "Package.swift"], 2, "cannot be run under control"),
    (["--package-path", "Sources"], 69, "there is no Package.swift in"),
    (["--time-per-test", "soon"], 64, "write a time above 0 with its unit"),
  ]) func whatMakesNoSenseIsRefused(_ arguments: [String], _ status: Int, _ words: String) throws {
    let run = try package.test(arguments)
    #expect(run.status == Int32(status))
    #expect(run.errors.contains(words), "\(run.errors)")
  }

  @Test func testsThatControlThemselvesAreRefused() throws {
    // The program that runs this test is such a bundle.
    let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
    let run = try package.test(["--bundle", own])
    #expect(run.status == 2)
    #expect(run.errors.contains("link GCDCheck, which controls them by itself; run them with swift test"))
  }

  /// All tests of the package, by as many jobs as there are processors: what several tests look at.
  private static let explored = Result { try package.get().explore([]) }

  private func explore(_ arguments: [String], environment: [String: String] = [:]) throws -> ToolRun {
    try package.explore(arguments, environment: environment)
  }
}

/// The package of the folder `Packages`, copied and built.
final class BuiltPackage: Sendable {
  let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "Packages/acme")
    for name in try FileManager.default.contentsOfDirectory(atPath: source.path) {
      try FileManager.default.copyItem(
        at: source.appendingPathComponent(name), to: folder.url.appendingPathComponent(name))
    }
    let run = try ToolRun(["--list"], command: "test", in: folder)
    guard run.status == 0 else { throw Compiler.Failed(description: run.output + run.errors) }
  }

  var bundle: String { folder.path(".build/debug/acmePackageTests.xctest") }

  func test(_ arguments: [String], environment: [String: String] = [:]) throws -> ToolRun {
    try ToolRun(
      ["--skip-build", "--progress", "none"] + arguments, command: "test", in: folder,
      environment: environment)
  }
  func explore(_ arguments: [String], environment: [String: String] = [:]) throws -> ToolRun {
    try test(
      ["--schedules", "40", "--time-per-test", "10m", "--report", "jsonl"] + arguments,
      environment: environment)
  }
}
