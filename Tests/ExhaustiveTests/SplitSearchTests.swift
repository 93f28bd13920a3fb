// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDSchedule
import XCTest

/// A search in jobs comes to what one in one piece comes to, for any number of workers.
final class SplitSearchTests: XCTestCase {
  /// Programs with more runs than this are left out.
  private static let mostRuns = 1_500

  /// How many programs are compared; `GCDCHECK_EXHAUSTIVE=600` asks for more than the usual share.
  private static var count: Int {
    ProcessInfo.processInfo.environment["GCDCHECK_EXHAUSTIVE"].flatMap { Int($0) } ?? 300
  }

  /// Jobs of one run, of few, and of so many that most programs are split once or twice.
  private static let shares = [
    SearchShares(first: 1, usual: 1), SearchShares(first: 3, usual: 2), SearchShares(first: 8, usual: 16),
  ]

  func testJobsComeToWhatOnePieceComesTo() throws {
    var compared = 0
    var split = 0
    var seed: UInt64 = 0
    var repetitions = (whole: 0, split: 0)
    while compared < SplitSearchTests.count {
      var source = SmallPrograms(seed: seed)
      let program = source.program()
      seed += 1
      let whole = search(program, atMost: SplitSearchTests.mostRuns)
      if !whole.isComplete || whole.runs < 2 { continue }
      compared += 1
      for (index, shares) in SplitSearchTests.shares.enumerated() {
        let found = try searchInJobs(program, shares, workers: 1)
        XCTAssertTrue(found.orders.isComplete)
        XCTAssertEqual(found.orders.runs, whole.runs, "program \(seed - 1), shares \(index)\n\(program)")
        XCTAssertEqual(
          found.orders.outcomes, whole.outcomes, "program \(seed - 1), shares \(index)\n\(program)")
        XCTAssertEqual(found.leftNodes, 0, "program \(seed - 1), shares \(index)")
        split += found.jobs
        repetitions.whole += whole.repetitions
        repetitions.split += found.orders.repetitions
      }
    }
    XCTAssertGreaterThan(split, 10 * compared)
    // Which runs turn out to be repetitions depends on the order in which steps are tried.
    XCTAssertLessThan(Double(repetitions.split), 1.1 * Double(repetitions.whole))
  }

  func testWhoWorksJobsOffMakesNoDifference() throws {
    var compared = 0
    var seed: UInt64 = 1_000
    while compared < 8 {
      var source = SmallPrograms(seed: seed)
      let program = source.program()
      seed += 1
      let whole = search(program, atMost: SplitSearchTests.mostRuns)
      if !whole.isComplete || whole.runs < 10 { continue }
      compared += 1
      let alone = try searchInJobs(program, SplitSearchTests.shares[1], workers: 1)
      for workers in [2, 3, 50] {
        let together = try searchInJobs(program, SplitSearchTests.shares[1], workers: workers)
        XCTAssertEqual(together, alone, "program \(seed - 1), \(workers) workers")
      }
    }
  }

  func testABoundedSearchIsSplitAsWell() throws {
    for seed in UInt64(0)..<30 {
      var source = SmallPrograms(seed: seed)
      let program = source.program()
      for bound in 0...2 {
        let whole = search(program, bound: bound, atMost: SplitSearchTests.mostRuns)
        if !whole.isComplete || whole.runs > 300 { continue }
        let found = try searchInJobs(program, SplitSearchTests.shares[2], bound: bound, workers: 1)
        XCTAssertEqual(found.orders.runs, whole.runs, "program \(seed), bound \(bound)")
        XCTAssertEqual(found.orders.outcomes, whole.outcomes, "program \(seed), bound \(bound)")
      }
    }
  }

  func testASearchThatFitsIntoOneJobIsThatOfOnePiece() throws {
    let shares = SearchShares(first: 10_000, usual: 10_000)
    for seed in UInt64(0)..<40 {
      var source = SmallPrograms(seed: seed)
      let program = source.program()
      let whole = search(program, atMost: 1_000)
      if !whole.isComplete { continue }
      let found = try searchInJobs(program, shares, workers: 1)
      XCTAssertEqual(found.orders, whole, "program \(seed)")
    }
  }
}
