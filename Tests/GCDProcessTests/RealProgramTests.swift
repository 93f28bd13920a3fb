// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

/// What real programs do, and what has to be said about each: `Programs/real/verdicts.txt`.
@Suite struct RealProgramTests {
  let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder() }

  struct Row: Sendable {
    /// "clean", "finds" and a slug, or "warns" and a code.
    var verdict: [String]
    var file: String
    var arguments: [String]
  }

  private static let rows: [Row] = {
    let table = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Programs/real/verdicts.txt")
    let text = (try? String(contentsOf: table, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      let words = line.split(separator: " ").map(String.init)
      let split = words[0] == "clean" ? 1 : 2
      return Row(
        verdict: Array(words[..<split]), file: words[split], arguments: Array(words[(split + 1)...]))
    }
  }()

  private static let files = Set(rows.map(\.file)).sorted()
  private static let swiftFiles = files.filter { $0.hasSuffix("swift") }

  @Test func thereAreManyPrograms() { #expect(RealProgramTests.rows.count >= 220) }

  @Test(arguments: files) func eachGetsItsVerdict(_ file: String) throws {
    try check(file, try SampleProgram.named("real/\(file)").build(flags(file), in: scratch))
  }

  /// As above, not optimised.
  @Test(
    .enabled(if: ProcessInfo.processInfo.environment["GCDCHECK_SLOW_TESTS"] != nil), arguments: swiftFiles)
  func eachSwiftProgramGetsItUnoptimised(_ file: String) throws {
    let flags = flags(file).map { $0 == "-O" ? "-Onone" : $0 }
    try check(file, try SampleProgram.named("real/\(file)").build(flags, in: scratch))
  }

  private func flags(_ file: String) -> [String] {
    switch URL(fileURLWithPath: file).pathExtension {
    case "swift":
      ["-O", "-swift-version", "5", "-suppress-warnings"]
        + (file == "tasks.swift" ? ["-parse-as-library"] : [])
    case "cpp": ["-O1", "-w", "-D_GNU_SOURCE", "-std=c++20"]
    default: ["-O1", "-w", "-D_GNU_SOURCE"]
    }
  }

  private func check(_ file: String, _ program: String) throws {
    for row in RealProgramTests.rows where row.file == file {
      let schedules = row.verdict[0] == "finds" ? "100" : "5"
      let run = try ToolRun(["--schedules", schedules, "--", program] + row.arguments, in: scratch)
      let said = Comment(rawValue: "\(row.arguments): \(run.output)\(run.errors)")
      switch row.verdict[0] {
      case "clean":
        #expect(run.status == 0, said)
        #expect(run.output.contains(" no findings"), said)
      case "warns":
        #expect(run.status == 0, said)
        #expect(run.output.contains("warning: \(row.verdict[1]) "), said)
      default:
        #expect(run.status == 1, said)
        #expect(run.output.contains(" \(row.verdict[1]): "), said)
        guard let token = run.token else { continue }  // of a process that died without a word
        let replayed = try ToolRun(["--replay", token, "--", program] + row.arguments, in: scratch)
        #expect(replayed.report.withoutNotes == run.report.withoutNotes, said)
      }
    }
  }

  /// A wait that only another process could end is no certain defect: nobody posts, or posts far too late.
  @Test func whatAnotherProcessMightPostIsNoError() throws {
    let source = """
      #include <semaphore.h>
      #include <sys/mman.h>
      int main(void) {
        sem_t *it = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        sem_init(it, 1, 0);
        return sem_wait(it);
      }
      """
    let program = try Compiler.compile(
      try scratch.write(source, to: "shared.c"), ["-D_GNU_SOURCE"], in: scratch)
    let run = try ToolRun(
      ["--schedules", "1", "--", program], in: scratch, environment: ["GCDCHECK_OUTSIDE": "0.2"])
    #expect(!run.output.contains("GCD103"), "\(run.output)")
    #expect(run.output.contains("note: potential:"), "\(run.output)\(run.errors)")
  }
}
