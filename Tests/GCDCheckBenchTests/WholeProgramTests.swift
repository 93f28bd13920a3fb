// Licensed under the Apache License, Version 2.0; see LICENSE.
import DefectPrograms
import GCDCheck
import Testing

@testable import gcdcheck_bench

/// The programs as executables under `gcdcheck run`, beside the bodies.
@Suite struct WholeProgramTests {
  /// One of each family is enough here; the benchmark has them all.
  @Test(arguments: ["account", "deadlock01", "suspend_by_two", "timeout_with_late_reply"])
  func autoFindsTheDefectAndNothingElse(_ name: String) throws {
    let program = try #require(DefectProgram.all.first { $0.name == name })
    let trial = DefectTrial(ofExecutable: program, .auto, seed: 1, schedules: 2_000, isFixed: false)
    #expect(trial.schedule != nil, "\(program.name)")
    let corrected = DefectTrial(ofExecutable: program, .auto, seed: 1, schedules: 100, isFixed: true)
    #expect(corrected.schedule == nil, "\(program.name)")
    #expect(corrected.schedulesRun > 0, "\(program.name)")
  }
}
