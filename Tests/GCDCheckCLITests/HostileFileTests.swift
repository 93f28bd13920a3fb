// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import SharedScenarios
import Testing

/// Names and files that another made: nothing of them drives a terminal, a shell or a CI server, and what is
/// damaged is refused in one sentence.
@Suite struct HostileFileTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func isPlain(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0 == "\n" || ($0.value >= 0x20 && !(0x7f..<0xa0).contains($0.value)) }
  }

  @Test func namesOfFilesStayOnTheirLine() throws {
    let names = ["a\n::error::pwn.gcd.yaml", "\u{1b}[31mred.gcd.yaml", "\u{9b}31m.gcd.yaml"]
    for name in names { try folder.write(SampleScenario.surprise, to: name) }
    for arguments in [["list"], ["fuzz", "--jobs", "2"], ["fuzz", "--filter", "nothing"]] {
      let run = try ToolRun(arguments: arguments, in: folder)
      #expect(isPlain(run.output) && isPlain(run.errors))
      #expect(!run.output.contains("\n::") && !run.errors.contains("\n::"))
    }
    let annotated = try ToolRun("fuzz", "--report", "github", in: folder)
    #expect(isPlain(annotated.output))
    #expect(!annotated.output.contains("\n::error::"))
    let missing = try ToolRun("fuzz", "x\n::error::y", in: folder)
    #expect(missing.status == 64)
    #expect(missing.errors.split(separator: "\n").count == 1)
  }

  /// The command that a report ends with, typed into a shell, does nothing but replay.
  @Test(arguments: ["\u{600}';touch PWNED;'.gcd.yaml", "a$(touch PWNED)\n`touch PWNED`.gcd.yaml"])
  func theReplayLineIsOneCommand(_ name: String) throws {
    try folder.write(SampleScenario.surprise, to: name)
    let run = try ToolRun("fuzz", name, in: folder)
    #expect(run.status == 1)
    let line = try #require(run.lines.first { $0.hasPrefix("replay: ") })
    let command = String(line.dropFirst("replay: ".count))
    #expect(try ShellRun.output(of: command, in: folder).contains(line))
    #expect(!folder.files.contains("PWNED"))
  }

  @Test func damagedShardsAreRefused() throws {
    try folder.write(SampleScenario.surprise, to: "s.gcd.yaml")
    for index in 1...2 {
      _ = try ToolRun(
        "fuzz", "--schedules", "20", "--shard", "\(index)/2", "--report", "jsonl=\(index).jsonl", in: folder)
    }
    let first = try folder.text(of: "1.jsonl")
    let lines = first.split(separator: "\n")
    let finding = try #require(lines.firstIndex { $0.contains("\"kind\":\"finding\"") })
    var swapped = lines
    swapped.swapAt(finding, 1)
    let damages = [
      swapped.joined(separator: "\n"),
      first.replacing(#/"beginning":\d+/#, with: "\"beginning\":-9223372036854775808"),
      first.replacing(#/"beginning":\d+/#, with: "\"beginning\":9007199254740991"),
      first.replacing(#/"hashesOfBeginning":\d+/#, with: "\"hashesOfBeginning\":999999"),
    ]
    for damage in damages {
      #expect(damage != first)
      try folder.write(damage, to: "damaged.jsonl")
      let run = try ToolRun("merge", "damaged.jsonl", "2.jsonl", in: folder)
      #expect(run.status == 2, "\(run.errors)")
      #expect(run.output.isEmpty)
      #expect(run.errors.split(separator: "\n").count == 1)
      #expect(run.errors.contains("damaged.jsonl"))
    }
  }

  @Test func aDamagedUnfinishedRunIsRefused() throws {
    try folder.write(SampleScenario.clean, to: "c.gcd.yaml")
    let cut = try ToolRun("fuzz", "--save", "--time", "1ns", in: folder)
    try #require(folder.files.contains(".gcdcheck/unfinished"), "\(cut.errors)")
    let whole = try folder.text(of: ".gcdcheck/unfinished")
    let damages = [
      whole.replacing("\"requested\":", with: "\"requested\":9223372036854775807,\"x\":"),
      whole.replacing("c.gcd.yaml", with: "d.gcd.yaml"), String(whole.dropLast(3)), whole + whole,
    ]
    for damage in damages where damage != whole {
      try folder.write(damage, to: ".gcdcheck/unfinished")
      let run = try ToolRun("fuzz", "--resume", in: folder)
      #expect(run.status == 64)
      #expect(run.errors.contains("is damaged"))
      #expect(run.errors.split(separator: "\n").count == 1)
    }
    try folder.write(whole, to: ".gcdcheck/unfinished")
    #expect(try ToolRun("fuzz", "--resume", in: folder).status == 0)
  }

  @Test(
    arguments: ["GCDCHECK_WATCHDOG", "GCDCHECK_OUTSIDE"], ["-1", "nan", "1e3", "inf", "10s", "x", "4000001"])
  func secondsThatCannotBeReadAreRefused(_ name: String, _ value: String) throws {
    try folder.write(SampleScenario.clean, to: "c.gcd.yaml")
    let run = try ToolRun("fuzz", in: folder, environment: [name: value])
    #expect(run.status == 64)
    #expect(run.errors.contains("\(name) holds '\(value)', but takes seconds from 0"))
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  @Test func variablesAreReadOrSaidToBeUseless() throws {
    try folder.write(SampleScenario.clean, to: "c.gcd.yaml")
    for (name, value) in [("GCDCHECK_WATCHDOG", "0.5"), ("GCDCHECK_OUTSIDE", "3")] {
      #expect(try ToolRun("fuzz", in: folder, environment: [name: value]).status == 0)
    }
    let long = try ToolRun(
      "fuzz", in: folder, environment: ["GCDCHECK_SEED": String(repeating: "a", count: 5_000)])
    #expect(long.status == 64)
    #expect(long.errors.utf8.count < 600)
    for name in ["GCDCHECK_TRACE", "GCDCHECK_JOBS", "GCDCHECK_VERBOSE"] {
      #expect(try ToolRun("fuzz", in: folder, environment: [name: "maybe"]).status == 64)
    }
    for name in ["GCDCHECK_TRACE", "GCDCHECK_REPLAY"] {
      let value = name == "GCDCHECK_TRACE" ? "1" : "gcd1-ABRGpc8aCWc4dfre@A.B/c()"
      let run = try ToolRun("fuzz", in: folder, environment: [name: value])
      #expect(run.status == 0)
      #expect(run.output.contains("gcdcheck: \(name) has no effect here; "), "\(run.output)")
    }
  }
}
