// Licensed under the Apache License, Version 2.0; see LICENSE.
import Testing

/// `gcdcheck-bench steps` as it is run.
@Suite struct StepCostCommandTests {
  private struct Figure: Decodable {
    var strategy: String
    var tasks: Int
    var nanosecondsPerStep: Double
    var timesTheFirst: Double
  }

  private func run(_ arguments: String...) throws -> BenchRun { try BenchRun(["steps"] + arguments) }

  @Test func eachStrategyHasALineForEachNumberOfTasks() throws {
    let result = try run(
      "--tasks", "4", "--tasks", "70", "--rounds", "1", "--strategy", "random", "--strategy", "surw")
    #expect(result.status == 0)
    let figures = try result.figures(Figure.self)
    #expect(figures.map(\.strategy) == ["random", "surw", "random", "surw"])
    #expect(figures.map(\.tasks) == [4, 4, 70, 70])
    #expect(figures.allSatisfy { $0.nanosecondsPerStep > 0 })
    #expect(figures[0].timesTheFirst == 1 && figures[2].timesTheFirst == 1)
  }

  @Test func whatMakesNoSenseIsRefused() throws {
    #expect(try run("--tasks", "0").status == 64)
    #expect(try run("--rounds", "0").status == 64)
    #expect(try run("--strategy", "luck").status == 64)
  }
}
