// Licensed under the Apache License, Version 2.0; see LICENSE.
import Testing

/// `gcdcheck-bench crowds` as it is run.
@Suite struct CrowdsCommandTests {
  private struct Figure: Decodable {
    var crowd: String
    var count: Int
    var schedules: Int
    var steps: Int
    var traceHash: String
  }

  private func figures(_ arguments: String...) throws -> [Figure] {
    let result = try BenchRun(["crowds"] + arguments)
    #expect(result.status == 0)
    return try result.figures(Figure.self)
  }

  @Test func eachProgramHasALineForEachNumber() throws {
    let figures = try figures("--count", "3", "--count", "40", "--schedules", "20")
    #expect(figures.count == 16)
    #expect(figures.map(\.count) == Array(repeating: [3, 40], count: 8).flatMap { $0 })
    #expect(figures.allSatisfy { $0.schedules > 0 && $0.steps > 0 })
  }

  @Test func theSameSchedulesAreExecutedAgain() throws {
    let first = try figures("--crowd", "waiters,lockers", "--count", "300", "--schedules", "90")
    let second = try figures("--crowd", "waiters,lockers", "--count", "300", "--schedules", "90")
    #expect(first.map(\.traceHash) == second.map(\.traceHash))
  }

  @Test func whatMakesNoSenseIsRefused() throws {
    #expect(try BenchRun(["crowds", "--count", "0"]).status == 64)
    #expect(try BenchRun(["crowds", "--crowd", "people"]).status == 64)
  }
}
