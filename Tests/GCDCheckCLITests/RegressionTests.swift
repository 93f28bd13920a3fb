// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

/// Found, kept, replayed first, edited, mended.
@Suite struct RegressionTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// Two queues that wait for each other, which only some schedules show.
  private static let crossing = """
    queues: {one: serial, two: serial, log: serial}
    steps:
      - async: log
        do:
          - print: something else
      - async: one
        do:
          - sync: two
            do: []
      - async: two
        do:
          - sync: one
            do: []

    """

  private static let file = ".gcdcheck/regressions/crossing.jsonl"

  private func saved() throws -> String {
    try folder.write(Self.crossing, to: "crossing.gcd.yaml")
    let run = try ToolRun("fuzz", "crossing.gcd.yaml", "--save", in: folder)
    #expect(run.status == 1, "\(run.output)\(run.errors)")
    #expect(run.output.contains("saved as \(Self.file)#1, which later runs replay first"))
    return try folder.text(of: Self.file)
  }

  @Test func nothingIsKeptUnasked() throws {
    try folder.write(Self.crossing, to: "crossing.gcd.yaml")
    _ = try ToolRun("fuzz", in: folder)
    #expect(folder.files == ["crossing.gcd.yaml"])
    // Where the folder is there, findings are kept in it, unless that is forbidden.
    try folder.write("", to: ".gcdcheck/here")
    _ = try ToolRun("fuzz", "--no-save", in: folder)
    #expect(folder.files == [".gcdcheck/here", "crossing.gcd.yaml"])
    _ = try ToolRun("fuzz", in: folder)
    #expect(folder.files == [".gcdcheck/here", Self.file, "crossing.gcd.yaml"])
  }

  @Test func whatFailedIsRunFirstAndKeptOnce() throws {
    let before = try saved()
    #expect(before.contains("\"test\":\"crossing.gcd.yaml\""))
    let again = try ToolRun("fuzz", "--seed", "99", in: folder)
    #expect(again.status == 1)
    #expect(again.output.contains("from regression file \(Self.file)#1, replayed exactly as recorded"))
    #expect(try folder.text(of: Self.file) == before)
    let variable = try ToolRun("fuzz", in: folder, environment: ["GCDCHECK_SAVE": "0"])
    #expect(variable.output.contains("from regression file"))
  }

  @Test func anExpectedFindingIsNotKept() throws {
    try folder.write("expect: wait-cycle\n" + Self.crossing, to: "crossing.gcd.yaml")
    let run = try ToolRun("fuzz", "--save", in: folder)
    #expect(run.status == 0)
    #expect(folder.files == ["crossing.gcd.yaml"])
  }

  @Test func aMendedProgramIsToldSoAndPasses() throws {
    _ = try saved()
    let mended = Self.crossing.replacing("- sync: one", with: "- async: one")
    try folder.write(mended, to: "crossing.gcd.yaml")
    let run = try ToolRun("fuzz", in: folder)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("no longer found"))
    #expect(run.output.contains("\(Self.file)#1, which may be removed"))
    let replay = try ToolRun("replay", "\(Self.file)#1", in: folder)
    #expect(replay.status == 3, "\(replay.output)\(replay.errors)")
    #expect(replay.errors.contains("expected"))
  }

  @Test func aLineIsReplayedByItsNumber() throws {
    _ = try saved()
    for place in ["\(Self.file)#1", Self.file] {
      let run = try ToolRun("replay", place, in: folder)
      #expect(run.status == 1, "\(run.output)\(run.errors)")
      #expect(run.output.contains("replayed exactly as recorded"))
      #expect(run.errors == "")
    }
    // The program changes, and the recorded orders still lead to the deadlock.
    let edited = Self.crossing.replacing(
      "  - async: log\n    do:\n      - print: something else\n", with: "")
    #expect(edited != Self.crossing)
    try folder.write(edited, to: "crossing.gcd.yaml")
    let run = try ToolRun("replay", "\(Self.file)#1", in: folder)
    #expect(run.status == 1, "\(run.output)\(run.errors)")
    #expect(run.output.contains("replayed by "))
    #expect(run.errors.contains("does not follow this schedule any more"))
    #expect(run.errors.contains("shows GCD102 all the same"))
  }

  @Test func mistakesAreNamed() throws {
    _ = try saved()
    #expect(try ToolRun("replay", "\(Self.file)#7", in: folder).errors.contains("there is no line 7"))
    #expect(try ToolRun("replay", "nothing.jsonl#1", in: folder).errors.contains("no regression file"))
    let line = try folder.text(of: Self.file).replacing("crossing.gcd.yaml", with: "A.B/c")
    try folder.write(line + "nonsense\n", to: ".gcdcheck/regressions/B.c.jsonl")
    let test = try ToolRun("replay", ".gcdcheck/regressions/B.c.jsonl#1", in: folder)
    #expect(test.status == 64)
    #expect(test.errors.contains("@A.B/c swift test --filter A.B/c"))
    let damaged = try ToolRun("replay", ".gcdcheck/regressions/B.c.jsonl#2", in: folder)
    #expect(damaged.errors.contains("it is damaged"))
    #expect(
      try ToolRun("replay", ".gcdcheck/regressions/B.c.jsonl", in: folder).errors.contains("which of the 2"))
  }

  /// All of these write one file, since they have one name.
  @Test func processesThatWriteAtTheSameTimeLoseNothing() throws {
    let count = 6
    for number in 0..<count { try folder.write(Self.crossing, to: "part\(number)/crossing.gcd.yaml") }
    let processes = (0..<count).map { number in
      ToolRun.process(["fuzz", "--save", "part\(number)/crossing.gcd.yaml"], in: folder, environment: [:])
    }
    for process in processes {
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
    }
    for process in processes { process.waitUntilExit() }
    let lines = try folder.text(of: Self.file).split(separator: "\n")
    #expect(lines.count == count)
    for number in 0..<count {
      #expect(lines.contains { $0.contains("\"test\":\"part\(number)/crossing.gcd.yaml\"") })
    }
    #expect(folder.files.filter { $0.hasPrefix(".gcdcheck") } == [Self.file])
  }
}
