// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDRuntime
import GCDSchedule
import XCTest

/// The same comparison with real blocks, objects and threads: what the model takes to commute must commute in
/// what the engine makes of it.
final class EngineSearchTests: XCTestCase {
  /// Programs with more runs than this are left out.
  private static let mostRuns = 150

  /// How many programs are compared; `GCDCHECK_EXHAUSTIVE_ENGINE=500` asks for more than the usual share.
  private static var count: Int {
    ProcessInfo.processInfo.environment["GCDCHECK_EXHAUSTIVE_ENGINE"].flatMap { Int($0) } ?? 100
  }

  /// Without reduction every run with so many preemptions is made: for programs of this size these are all.
  private static let everyRun = Strategy.exhaustive(bound: 32)

  func testSearchComesToWhateverAnyOrderComesTo() throws {
    var compared = 0
    var seed: UInt64 = 0
    var runs = (all: 0, search: 0)
    while compared < EngineSearchTests.count {
      var source = SmallPrograms(seed: seed)
      let program = source.program()
      seed += 1
      let all = try RealOrders(program, EngineSearchTests.everyRun, atMost: EngineSearchTests.mostRuns)
      if !all.isComplete { continue }
      compared += 1
      let found = try RealOrders(program, .exhaustive, atMost: 4 * EngineSearchTests.mostRuns)
      XCTAssertTrue(found.isComplete, "program \(seed - 1)\n\(program)")
      XCTAssertEqual(found.outcomes, all.outcomes, "program \(seed - 1)\n\(program)")
      XCTAssertEqual(found.findings, all.findings, "program \(seed - 1)\n\(program)")
      runs.all += all.runs
      runs.search += found.runs
    }
    XCTAssertLessThan(runs.search, runs.all)
  }

  /// The runs that the comparison rests on are all there are: tokens come to no other.
  func testTokensComeToTheSameRuns() throws {
    var compared = 0
    var seed: UInt64 = 0
    while compared < 12 {
      var source = SmallPrograms(seed: seed)
      let program = source.program()
      seed += 1
      let all = try RealOrders(program, EngineSearchTests.everyRun, atMost: 40)
      if !all.isComplete || !all.findings.isEmpty { continue }
      compared += 1
      let replayed = try ReplayedOrders(program)
      XCTAssertEqual(replayed.outcomes, all.outcomes, "program \(seed - 1)\n\(program)")
      XCTAssertEqual(replayed.runs, all.runs, "program \(seed - 1)\n\(program)")
    }
  }

  /// A failure that a search finds comes back with its token: what a token leaves out is the same in a search
  /// and in a replay.
  func testFailuresThatASearchFindsComeBack() throws {
    var compared = 0
    var seed: UInt64 = 0
    while compared < EngineSearchTests.count / 4 {
      var source = SmallPrograms(seed: seed)
      let program = source.program()
      seed += 1
      var outcomes: [String] = []
      let found = try RealOrders.explore(program, RealOrders.options(.exhaustive, atMost: 400)) {
        if !outcomes.contains($0) { outcomes.append($0) }
      }
      if found.search?.isComplete != true || !found.findings.isEmpty || outcomes.count < 2 { continue }
      compared += 1
      let failing = try FailingOutcome(outcomes.last!, of: program)
      XCTAssertEqual(failing.codes, ["GCD501"], "program \(seed - 1)\n\(program)")
      XCTAssertEqual(failing.replayedOutcome, outcomes.last, "program \(seed - 1)\n\(program)")
    }
  }
}
