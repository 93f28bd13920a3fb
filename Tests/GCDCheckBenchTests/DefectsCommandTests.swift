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
    #expect(result.lines.count == 2)
    #expect(result.lines.allSatisfy { $0.contains("\"program\":\"account\"") && $0.contains("\"found\":2") })
    #expect(result.lines.last?.contains("\"strategy\":\"pct:3\"") == true)
  }

  @Test func aWholeNameIsOneProgramAndABeginningIsSeveral() throws {
    #expect(try run("--list", "--program", "twostage").lines.count == 1)
    #expect(try run("--list", "--program", "reorder").lines.count == 4)
    #expect(try run("--program", "nothing").status != 0)
  }
}
