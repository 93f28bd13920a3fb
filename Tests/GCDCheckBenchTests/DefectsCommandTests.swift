// Licensed under the Apache License, Version 2.0; see LICENSE.
import Testing

/// The command as it is run.
@Suite struct DefectsCommandTests {
  private func run(_ arguments: String...) throws -> BenchRun { try BenchRun(["defects"] + arguments) }

  @Test func eachCellIsALineOfJSON() throws {
    let result = try run(
      "--program", "account", "--strategy", "random", "--strategy", "pct:3", "--trials", "2", "--schedules",
      "200", "--jobs", "2", "--format", "json")
    #expect(result.status == 0)
    // The last one is the column of whole programs, which is there unless others are asked for.
    #expect(result.lines.count == 3)
    #expect(result.lines.allSatisfy { $0.contains("\"program\":\"account\"") && $0.contains("\"found\":2") })
    #expect(result.lines[1].contains("\"strategy\":\"pct:3\",\"as\":\"body\""))
    #expect(result.lines[2].contains("\"strategy\":\"auto\",\"as\":\"program\""))
  }

  @Test func aWholeNameIsOneProgramAndABeginningIsSeveral() throws {
    #expect(try run("--list", "--program", "twostage").lines.count == 1)
    #expect(try run("--list", "--program", "reorder").lines.count == 4)
    #expect(try run("--program", "nothing").status != 0)
  }
}
