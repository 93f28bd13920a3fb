// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Foundation
import Testing

/// Reports by each reader of source lines, and without one.
@Suite struct SourceLineTests {
  private let scratch: ScratchFolder
  private let program: String

  init() throws {
    scratch = try ScratchFolder()
    program = try SampleProgram.named("finds/wait-cycle/two-queues-call-into-each-other.c").build(in: scratch)
  }

  private func run(_ reader: String, _ more: [String] = []) throws -> ToolRun {
    try ToolRun(
      more + ["--schedules", "50", "--", program], in: scratch, environment: ["GCDCHECK_SYMBOLIZER": reader])
  }

  private static let addr2line = "/usr/bin/addr2line"
  private static let missing = "reports name no source lines"

  @Test func linesWithoutColumns() throws {
    let best = try run("")
    let plain = try run(SourceLineTests.addr2line)
    #expect(best.status == plain.status)
    // A toolchain of a distribution may bring no reader that knows columns.
    let hasColumns = best.output.contains(#/each-other\.c:\d+:\d+: error: GCD102/#)
    #expect(hasColumns || best.output == plain.output, "\(best.output)")
    #expect(plain.output.contains(#/each-other\.c:\d+: error: GCD102/#), "\(plain.output)")
    #expect(!plain.output.contains(#/\.c:\d+:\d/#), "\(plain.output)")
    #expect(SourceLineTests.withoutColumns(best.output) == SourceLineTests.withoutColumns(plain.output))
    #expect(!(best.output + plain.output).contains(SourceLineTests.missing))
  }

  @Test func theSameTokenReplaysWithEachReader() throws {
    let found = try run(SourceLineTests.addr2line)
    let token = try #require(found.output.firstMatch(of: #/--replay (\S+)/#)?.1)
    let again = try run(SourceLineTests.addr2line, ["--replay", String(token)])
    #expect(again.output.contains("--replay \(token)"))
    let other = try run("", ["--replay", String(token)])
    #expect(SourceLineTests.withoutColumns(again.output) == SourceLineTests.withoutColumns(other.output))
  }

  @Test func oneSentenceWhereThereAreNoLines() throws {
    let run = try run("none")
    #expect(run.status == 1)
    #expect(run.output.contains("GCD102 wait-cycle"))
    #expect(!run.output.contains(#/each-other\.c:\d/#), "\(run.output)")
    let said = run.output + run.errors
    #expect(said.components(separatedBy: SourceLineTests.missing).count == 2, "\(said)")
    let quiet = try ToolRun(
      ["--schedules", "5", "--", "/bin/true"], in: scratch, environment: ["GCDCHECK_SYMBOLIZER": "none"])
    #expect(quiet.status == 0)
    #expect(!(quiet.output + quiet.errors).contains(SourceLineTests.missing))
  }

  @Test func doctorNamesTheReader() throws {
    for (reader, words) in [
      ("none", "reports name no source lines, as GCDCHECK_SYMBOLIZER=none asks"),
      (SourceLineTests.addr2line, "source lines by /usr/bin/addr2line, which knows no columns"),
    ] {
      let doctor = try ToolRun(
        [], command: "doctor", in: scratch, environment: ["GCDCHECK_SYMBOLIZER": reader])
      #expect(doctor.output.components(separatedBy: words).count == 2, "\(doctor.output)")
    }
  }

  @Test(arguments: ["/bin/true", "addr2line", "/nowhere/llvm-symbolizer"])
  func aReaderThatIsNone(_ value: String) throws {
    for command in ["run", "doctor"] {
      let run = try ToolRun(
        ["--", "/bin/true"], command: command, in: scratch, environment: ["GCDCHECK_SYMBOLIZER": value])
      #expect(run.status == 64)
      #expect(
        run.errors
          == "gcdcheck: error: GCDCHECK_SYMBOLIZER holds '\(value)', but takes none, or the whole path of an "
          + "llvm-symbolizer or an addr2line that can be run\n")
    }
  }

  /// Columns, and what stands below them, are all that readers may differ in.
  private static func withoutColumns(_ report: String) -> [String] {
    report.split(separator: "\n").filter { !$0.contains(#/^ +\| +\^/#) }.map {
      String($0).replacing(#/(\.c:\d+):\d+/#) { String($0.1) }.replacing(#/ +/#, with: " ")
    }
  }
}
#endif
