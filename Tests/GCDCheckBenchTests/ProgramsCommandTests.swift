// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

@testable import gcdcheck_bench

/// `gcdcheck-bench programs` as it is run.
@Suite struct ProgramsCommandTests {
  private struct Figure: Decodable {
    var measure: String
    var subject: String
    var plainMs: Double
    var bareForkMs: Double
    var forkMainMs: Double
    var scheduleMs: Double
    var overPlain: Double
    var overForkMain: Double
    var schedules: Int
  }

  private func run(_ arguments: String...) throws -> BenchRun { try BenchRun(["programs"] + arguments) }

  @Test func aProgramHasALineWhoseRatiosAreThoseOfItsFigures() throws {
    let scratch = NSTemporaryDirectory() + "gcdcheck-programs-\(UUID())"
    defer { try? FileManager.default.removeItem(atPath: scratch) }
    let result = try run("--only", "c", "--rounds", "1", "--schedules", "20", "--scratch", scratch)
    #expect(result.status == 0)
    let line = try #require(result.lines.first)
    #expect(result.lines.count == 1)
    let figure = try JSONDecoder().decode(Figure.self, from: Data(line.utf8))
    #expect(figure.measure == "programs" && figure.subject == "c" && figure.schedules == 20)
    #expect(figure.plainMs > 0)
    // Figures have three digits after the point, and the small ones are differences of noisy ones.
    func isRatio(_ ratio: Double, of part: Double, to whole: Double) -> Bool {
      let least = (part.magnitude - 0.0006) / (whole.magnitude + 0.0006)
      let most = (part.magnitude + 0.0006) / max(whole.magnitude - 0.0006, 1e-9)
      return (least - 0.001...most + 0.001).contains(ratio.magnitude)
    }
    #expect(isRatio(figure.overPlain, of: figure.scheduleMs, to: figure.plainMs), "\(line)")
    #expect(isRatio(figure.overForkMain, of: figure.scheduleMs, to: figure.forkMainMs), "\(line)")
  }

  @Test func theTestsOfABundleAreThoseThatAreAskedFor() {
    for framework in [BundleFramework.xcTest, .swiftTesting] {
      let files = BundleSources(framework: framework, isLarge: false).files
      let tests = files["Tests/TransferTests/TransferTests.swift"] ?? ""
      #expect(tests.matches(of: #/func test\d\d\(\)/#).count == BundleFramework.tests)
    }
    let large = BundleSources(framework: .xcTest, isLarge: true).files.values
    let lines = large.map { $0.count(where: \.isNewline) }.reduce(0, +)
    #expect((38_000...45_000).contains(lines), "\(lines)")
  }

  @Test func whatMakesNoSenseIsRefused() throws {
    #expect(try run("--only", "pascal").status == 64)
    #expect(try run("--rounds", "0").status == 64)
    #expect(try run("--schedules", "0").status == 64)
    #expect(try run("--gcdcheck", "/nowhere/gcdcheck", "--only", "c").status == 64)
  }
}
