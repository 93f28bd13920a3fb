// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport
import GCDReportFormats
import Testing

/// Programs that raise a code, and near ones that do not, where those on the code's page cannot be tried as
/// whole programs: a file below Tests, and a test in it.
struct ProgramsElsewhere {
  let raising: (file: String, test: String)
  let clean: (file: String, test: String)
  /// What the raising test demands.
  let demand: String

  private static let races = "RacePrograms/Tests/RaceTests"
  private static let seeds = "SeedProgramTests"

  static let all: [FindingCode: ProgramsElsewhere] = [
    // Nothing resumes a continuation in a program that goes on forever: the end of a body has to be awaited.
    .taskNeverFinishes: ProgramsElsewhere(
      raising: ("MainLoopTests/AsyncProgramTests.swift", "testAContinuationThatSomeSchedulesForget"),
      clean: ("MainLoopTests/AsyncProgramTests.swift", "testAContinuationThatSomeSchedulesForget"),
      demand: "GCD107"),
    // Always told as the deadlock that it is once a schedule hangs; one that only might is no finding.
    .lockOrderInversion: ProgramsElsewhere(
      raising: ("\(seeds)/finds/LockOrderTests.swift", "philosophersWithMutexes"),
      clean: ("\(seeds)/clean/LockOrderTwinTests.swift", "philosophersWhoAgreeOnAnOrder"),
      demand: "expectPredicted"),
    // Only ThreadSanitizer sees them.
    .dataRace: ProgramsElsewhere(
      raising: ("\(races)/finds/QueueRaceTests.swift", "aBarrierOnAGlobalQueueProtectsNothing"),
      clean: ("\(races)/clean/QueueOrderTests.swift", "aWriterWithABarrier"), demand: "GCD401"),
    // Many runs in one process.
    .notDeterministic: ProgramsElsewhere(
      raising: ("\(seeds)/finds/NotRepeatableTests.swift", "theOrderOfASetThatHashesByAddress"),
      clean: ("\(seeds)/finds/NotRepeatableTests.swift", "theSameOrderEachTime"), demand: "GCD901"),
    // Threads that nobody controls.
    .uncontrolled: ProgramsElsewhere(
      raising: ("\(seeds)/finds/ForeignCallTests.swift", "callFromOutsideIsNamed"),
      clean: ("\(seeds)/finds/ForeignCallTests.swift", "callsOntoOtherObjectsAreNobodysBusiness"),
      demand: "GCD902"),
  ]
}

/// No code without a page, a program that raises it and a near one that does not.
@Suite struct EveryCodeTests {
  @Test(arguments: FindingCode.allCases) func everyCodeHasAPageWithBothPrograms(code: FindingCode) throws {
    let page = try #require(Explanations.page(code.rawValue))
    let programs = Explanations.programs(of: code)
    #expect(!programs.failing.isEmpty && !programs.corrected.isEmpty)
    #expect(programs.failing != programs.corrected)
    #expect(page.hasPrefix(code.rawValue))
  }

  /// Raised by the program on its page, or by a test that is named.
  @Test(arguments: FindingCode.allCases) func everyCodeIsRaised(code: FindingCode) throws {
    guard let elsewhere = ProgramsElsewhere.all[code] else {
      #expect(ExplainedProgramTests.raised.contains(code))
      return
    }
    #expect(!ExplainedProgramTests.raised.contains(code), "named twice")
    #expect(try body(of: elsewhere.raising).contains(elsewhere.demand))
    #expect(try !body(of: elsewhere.clean).isEmpty)
  }

  /// From a test's name to that of the next one.
  private func body(of place: (file: String, test: String)) throws -> String {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: tests.appendingPathComponent(place.file), encoding: .utf8)
    let start = try #require(text.range(of: "func \(place.test)("), "\(place.file) has no \(place.test)")
    let rest = text[start.upperBound...]
    return String(rest[..<(rest.range(of: "\n  @Test")?.lowerBound ?? rest.endIndex)])
  }
}
