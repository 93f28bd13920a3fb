// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDReport
import GCDReportFormats
import GCDVocabulary
import Testing

/// A test that was cut after a few schedules is not called good, in any format.
@Suite struct HardlyTriedTests {
  private func ended(_ schedules: Int, of requested: Int, _ stopped: StopReason) -> TestEnded {
    TestEnded(
      test: "t", .passed, schedules: schedules, of: requested, distinct: schedules, stopped: stopped)
  }

  @Test(arguments: [
    (1, 20, true), (9, 20, true), (10, 20, false), (4, 5, true), (0, 1, true), (9, 100, true),
    (10, 100, false), (99, 1_000, true), (100, 1_000, false), (99, 1_000_000, true),
    (100, 1_000_000, false),
  ]) func aTenthIsEnough(_ schedules: Int, _ requested: Int, _ isHardlyTried: Bool) {
    for stopped in [
      StopReason.time, .interrupted, .tooLong(steps: 7), .abandonedExecutions(count: 3, leakedBytes: 0),
    ] {
      #expect(ended(schedules, of: requested, stopped).isHardlyTried(in: nil) == isHardlyTried)
    }
  }

  /// A test of which there are no more schedules, or that ended by what it showed, was not cut.
  @Test(arguments: [
    StopReason.completed, .finding, .exhausted, .saturated(schedules: 3), .assertion,
  ]) func whatEndsByItselfIsTried(_ stopped: StopReason) {
    #expect(!ended(1, of: 1_000, stopped).isHardlyTried(in: nil))
  }

  @Test func aShardIsMeasuredByItsShare() throws {
    let shard = try #require(Shard(2, of: 4))
    #expect(ended(24, of: 1_000, .time).isHardlyTried(in: shard))
    #expect(!ended(25, of: 1_000, .time).isHardlyTried(in: shard))
    #expect(ended(25, of: 1_000, .time).isHardlyTried(in: nil))
  }

  @Test func theSummaryCountsThem() {
    func end(_ tests: Int, _ outcomes: [TestEnded], leftOut: Int) -> String {
      var total = RunTotal()
      for test in outcomes { total.add(test, [], isExpected: false, directedRuns: 0) }
      for _ in 0..<leftOut {
        total.add(leftOut: ended(0, of: 0, .time))
      }
      // What is left out for another reason is no question of time.
      total.add(leftOut: ended(0, of: 0, .completed))
      return total.ended.summary
    }
    var hardly = ended(1, of: 20, .time)
    hardly.outcome = .hardlyTried
    #expect(end(1, [hardly], leftOut: 0).hasSuffix("no findings; the test was hardly tried"))
    #expect(
      end(2, [hardly, ended(20, of: 20, .completed)], leftOut: 1)
        .hasSuffix("no findings; 1 of 2 tests was hardly tried; 1 test was not begun"))
    #expect(
      end(3, [hardly, hardly, ended(20, of: 20, .completed)], leftOut: 2)
        .hasSuffix("no findings; 2 of 3 tests were hardly tried; 2 tests were not begun"))
    #expect(end(1, [ended(20, of: 20, .completed)], leftOut: 0).hasSuffix("no findings"))
  }

  /// None of the words and marks for what is good stands beside them.
  @Test(arguments: [false, true], ReportFormat.allCases) func noFormatCallsThemGood(
    isStrict: Bool, format: ReportFormat
  ) {
    let text = Renderer.render(Sample.cutRun(isStrict: isStrict), as: format)
    if format == .dot || format == .jsonl {
      #expect(text.contains(format == .dot ? "2 of 4 tests were hardly tried" : "\"hardlyTried\":2"))
    } else {
      #expect(text.contains("hardly tried"))
    }
    for line in text.split(separator: "\n") where line.contains("testSlow") {
      #expect(!line.contains("ok  ") && !line.contains("passed") && !line.contains("✅"), "\(line)")
    }
  }

  @Test func strictRunsFailByThem() {
    func text(_ format: ReportFormat, _ isStrict: Bool) -> String {
      Renderer.render(Sample.cutRun(isStrict: isStrict), as: format)
    }
    #expect(text(.junit, false).contains("failures=\"0\" errors=\"0\" skipped=\"3\""))
    #expect(text(.junit, true).contains("failures=\"2\" errors=\"0\" skipped=\"1\""))
    #expect(
      text(.github, false).contains("::warning title=gcdcheck hardly tried::AppTests/testSlow"))
    #expect(text(.github, true).contains("::error title=gcdcheck hardly tried::AppTests/testSlow"))
    #expect(text(.summary, false).hasPrefix("## ⚠️ gcdcheck"))
    #expect(text(.summary, true).hasPrefix("## ❌ gcdcheck"))
    #expect(text(.html, true).contains("<header class=\"bad\">"))
    #expect(text(.html, false).contains("<header class=\"fair\">"))
  }

  @Test func manyShareOneAnnotationAndAFewLines() {
    let tests = (0..<300).map { number -> ReportEvent in
      .testEnded(
        TestEnded(
          test: "T/test\(number)", .hardlyTried, schedules: 1, of: 20, distinct: 1, stopped: .time))
    }
    let github = Renderer.render(tests, as: .github)
    #expect(github.split(separator: "\n").count == 1)
    #expect(github.contains("T/test4 (stopped by time after 1 of 20 schedules) and 295 further tests"))
    let sarif = Renderer.render(tests, as: .sarif)
    #expect(sarif.contains("T/test99: hardly tried") && !sarif.contains("T/test100:"))
    #expect(sarif.contains("200 further tests hardly tried"))
    #expect(Renderer.render(tests, as: .summary).contains("and 100 more"))
  }
}
