// Licensed under the Apache License, Version 2.0; see LICENSE.
import DefectPrograms
import GCDCheck
import Testing

@testable import gcdcheck_bench

/// How trials become figures.
@Suite struct DefectFigureTests {
  private func trial(_ text: String) throws -> DefectTrial {
    try #require(DefectTrial(text: text[...]))
  }

  private func cell(_ program: DefectProgram, _ texts: String...) throws -> DefectCell {
    DefectCell(
      program: program, column: DefectColumn(strategy: .random, isWholeProgram: false),
      trials: try texts.map(trial))
  }

  @Test func aTrialIsReadAsItWasWritten() throws {
    let found = try trial("12 12 3500")
    #expect(found.schedule == 12)
    #expect(found.milliseconds == 3.5)
    #expect(found.text == "12 12 3500")
    let missed = try trial("0 100 9000")
    #expect(missed.schedule == nil)
    #expect(missed.text == "0 100 9000")
    #expect(DefectTrial(text: "warning: 12 of 3") == nil)
    #expect(DefectTrial(text: "1 2") == nil)
  }

  @Test func failedTrialsCountWithTheirSchedules() throws {
    let cell = try cell(DefectProgram.all[0], "10 10 1000", "30 30 5000", "0 100 9000")
    #expect(cell.found == 2)
    #expect(cell.meanSchedules == 20)
    #expect(cell.medianMilliseconds == 5)
    #expect(cell.costOfFinding == 70)
    let missed = try self.cell(DefectProgram.all[0], "0 100 1", "0 100 1")
    #expect(missed.meanSchedules == nil)
    #expect(missed.costOfFinding == 200)
  }

  @Test func aTableComparesWithTheBestOfEachProgram() throws {
    let program = try #require(DefectProgram.all.first { $0.name == "reorder_4" })
    let row = [try cell(program, "10 10 1000", "30 30 1000"), try cell(program, "0 40 1000", "0 40 1000")]
    let line = DefectTable.line(row, of: 2)
    #expect(line.hasPrefix("reorder_4 "))
    #expect(line.contains("20.0    2/2      1.0") && line.contains("-   0/2        -"))
    let closing = DefectTable(
      rows: [row], columns: [.random, .auto].map { DefectColumn(strategy: $0, isWholeProgram: false) },
      trials: 2
    ).closing
    #expect(closing.contains { $0.hasPrefix("schedules, geometric") && $0.hasSuffix("80.0") })
    #expect(closing.contains { $0.hasPrefix("times the best") && $0.hasSuffix("4.0") })
    #expect(closing.last?.hasPrefix("reorder_4") == true && closing.last?.contains("554") == true)
  }

  @Test func aProcessThatDiedSaysSo() throws {
    let row = [try cell(DefectProgram.all[0], "10 10 1000")]
    #expect(DefectTable.line(row, of: 20).hasSuffix("process died"))
  }

  @Test func noPublishedRowHasAOne() {
    for row in PublishedFigure.all {
      #expect(row.figures.count == PublishedFigure.columns.count && !row.figures.contains("1"))
      #expect(DefectProgram.all.contains { $0.name == row.program }, "\(row.program)")
    }
  }
}
