// Licensed under the Apache License, Version 2.0; see LICENSE.
import DefectPrograms
import GCDCheck
import Testing

@testable import gcdcheck_bench

/// The programs of the benchmark have the defects that they are said to have, and no others.
@Suite struct DefectProgramTests {
  @Test func eachProgramHasANameOfItsOwnAndASentence() {
    let names = DefectProgram.all.map(\.name)
    #expect(names.count >= 40)
    #expect(Set(names).count == names.count)
    for program in DefectProgram.all {
      #expect(program.depth >= 1 && program.threads >= 2, "\(program.name)")
      #expect(program.mechanism.count > 20 && !program.mechanism.hasSuffix("."), "\(program.name)")
    }
  }

  @Test func theFirstScheduleOfEachIsSound() {
    for program in DefectProgram.all {
      let exploration = program.explore(.baseline, seed: 1, schedules: 1)
      #expect(exploration.findings.map(\.code) == [], "\(program.name)")
    }
  }

  @Test func eachDefectIsFoundAndOfItsKind() {
    for program in DefectProgram.all {
      let finding = firstFinding(of: program)
      #expect(finding != nil, "\(program.name)")
      let code = finding?.code ?? ""
      switch program.kind {
      case .assertion, .crash: #expect(code == "GCD501", "\(program.name)")
      case .deadlock: #expect(code.hasPrefix("GCD10"), "\(program.name)")
      case .misuse: #expect(code.hasPrefix("GCD20"), "\(program.name)")
      }
    }
  }

  @Test func eachCorrectedFormIsSound() {
    for program in DefectProgram.all {
      let exploration = program.explore(.auto, seed: 3, schedules: 200, isFixed: true)
      #expect(exploration.findings.map(\.code) == [], "\(program.name)")
    }
  }

  /// What the first of several searches finds; each of them is bounded.
  private func firstFinding(of program: DefectProgram) -> Finding? {
    let searches: [(Strategy, schedules: Int)] = [
      (.random, 100), (.pct(depth: 3), 150), (.surw(depth: 0), 300), (.urw, 500), (.pct(depth: 5), 3_000),
    ]
    for search in searches {
      let exploration = program.explore(search.0, seed: 1, schedules: search.schedules)
      if let finding = exploration.errors.first { return finding }
    }
    return nil
  }
}
