// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport
import Testing

/// A system that gives a schedule no more threads is neither a fault of the program nor of gcdcheck.
@Suite struct BreakdownTests {
  let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder() }

  private static let program = "takes-all-threads.swift"
  private static let words = "came to no end: the system has no thread for one more task: "

  @Test(arguments: [1, 3]) func aRunEndsWithIt(_ jobs: Int) throws {
    let program = try SampleProgram.named(Self.program).build(in: scratch)
    let run = try ToolRun(["--schedules", "20", "--jobs", "\(jobs)", "--", program], in: scratch)
    #expect(run.status == 2, "\(run.output)\(run.errors)")
    let beginning = "gcdcheck: error: a schedule of \"\(program)\" "
    #expect(run.errors.hasPrefix(beginning + Self.words), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    #expect(!run.output.contains("GCD501"), "\(run.output)")
  }

  @Test func aTestIsLostByIt() throws {
    try makePackage()
    let run = try ToolRun(
      ["--progress", "none", "--schedules", "3", "--report", "jsonl"], command: "test", in: scratch)
    #expect(run.status == 2, "\(run.output)\(run.errors)")
    let line = run.errors.split(separator: "\n").first { $0.contains(Self.words) } ?? ""
    let beginning = "gcdcheck: error: ShortTests.ShortTests/testA was not explored: "
    #expect(line.hasPrefix(beginning), "\(run.errors)")
    #expect(line.hasSuffix("; all others continued"), "\(run.errors)")
    #expect(!run.errors.contains("internal error"), "\(run.errors)")
    var outcomes: [String: TestEnded] = [:]
    for case .testEnded(let end) in try EventStream.decode(run.output) { outcomes[end.test] = end }
    #expect(
      outcomes["ShortTests.ShortTests/testA"]?.outcome
        == .skipped(reason: "it could not be run under control"))
    #expect(outcomes["ShortTests.ShortTests/testB"]?.outcome == .passed)
    #expect(!run.output.contains("GCD501"), "\(run.output)")
  }

  private func makePackage() throws {
    let folder = scratch.url.appendingPathComponent("Tests/ShortTests")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    _ = try scratch.write(
      """
      // swift-tools-version:5.9
      import PackageDescription
      let package = Package(name: "short", targets: [.testTarget(name: "ShortTests")])
      """, to: "Package.swift")
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Programs/\(Self.program)")
    let program = try String(contentsOf: source, encoding: .utf8)
    _ = try scratch.write(
      "import XCTest\n" + program.replacing("\ntry takeAllThreads()\n", with: "\n") + """

        final class ShortTests: XCTestCase {
          func testA() throws { try takeAllThreads() }
          func testB() {}
        }
        """, to: "Tests/ShortTests/ShortTests.swift")
  }
}
