// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDSchedule
import GCDVocabulary
import XCTest

/// The search comes to whatever any order of steps comes to, and makes no more runs than there are classes of
/// orders.
final class SearchTests: XCTestCase {
  /// Programs with more runs than this are left out.
  private static let mostRuns = 500

  /// How many programs are compared; `GCDCHECK_EXHAUSTIVE=600` asks for more than the usual share.
  private static var count: Int {
    ProcessInfo.processInfo.environment["GCDCHECK_EXHAUSTIVE"].flatMap { Int($0) } ?? 60
  }

  func testSearchComesToWhateverAnyOrderComesTo() {
    var compared = 0
    var seed: UInt64 = 0
    var unconditional = 0
    var executions = 0
    var repetitions = 0
    while compared < SearchTests.count {
      var source = SmallPrograms(seed: seed)
      let program = source.program()
      seed += 1
      let all = everyOrder(of: program, atMost: SearchTests.mostRuns, holdsUp: false)
      if !all.isComplete { continue }
      compared += 1
      let found = search(program, atMost: 4 * SearchTests.mostRuns)
      XCTAssertTrue(found.isComplete, "program \(seed - 1)\n\(program)")
      XCTAssertEqual(found.outcomes, all.outcomes, "program \(seed - 1)\n\(program)")
      executions += found.runs
      repetitions += found.repetitions
      let held = everyOrder(of: program, atMost: 4 * SearchTests.mostRuns, holdsUp: true)
      if held.isConditional {
        XCTAssertLessThanOrEqual(found.runs, held.classes.count, "program \(seed - 1)\n\(program)")
      } else {
        unconditional += 1
        XCTAssertEqual(found.runs, held.classes.count, "program \(seed - 1)\n\(program)")
      }
    }
    // Most programs have as many runs as classes of orders; of all runs about a sixth turn out to repeat
    // something, since the search has source sets and no wakeup trees.
    XCTAssertGreaterThan(unconditional, compared / 2)
    XCTAssertLessThan(repetitions, executions / 2)
  }

  /// The clock may overtake ready work by a little.
  func testSkewIsSearchedAsWell() {
    let program = SmallProgram(
      queues: [.init(isSerial: true, target: nil), .init(isSerial: true, target: nil)], semaphores: [0],
      variables: 1,
      blocks: [
        [.async(queue: 1, block: 1, barrier: false, group: nil), .wait(0, timeout: 1_000)], [.signal(0)],
      ])
    let exact = search(program, atMost: 100)
    let skewed = search(program, skew: 1_000_000, atMost: 100)
    XCTAssertEqual(exact.outcomes.count, 1)
    XCTAssertEqual(skewed.outcomes.count, 2)
    XCTAssertEqual(
      skewed.outcomes, everyOrder(of: program, skew: 1_000_000, atMost: 1_000, holdsUp: false).outcomes)
  }

  func testThreeThreadsWithTwoSectionsEachTakeNinetyRuns() {
    let sections: [Action] = [.lock(0), .touch(0), .unlock(0), .lock(0), .touch(0), .unlock(0)]
    let threads = SmallProgram(
      locks: 1, variables: 1,
      blocks: [
        (1...3).map { .thread(block: $0) } + (1...3).map { .join(block: $0) }, sections, sections, sections,
      ])
    let found = search(threads, atMost: 1_000)
    XCTAssertEqual(found.runs, 90)
    XCTAssertEqual(found.repetitions, 0)
  }

  func testABoundLeavesOutRunsWithMorePreemptions() {
    let section: [Action] = [.lock(0), .touch(0), .unlock(0)]
    let threads = SmallProgram(
      locks: 1, variables: 1, blocks: [[.thread(block: 1), .thread(block: 2)], section, section])
    let all = everyOrder(of: threads, atMost: 10_000, holdsUp: false)
    XCTAssertEqual(search(threads, bound: 100, atMost: 10_000).runs, all.runs)
    let counts = (0...3).map { search(threads, bound: $0, atMost: 10_000).runs }
    XCTAssertEqual(counts, counts.sorted())
    XCTAssertLessThan(counts[3], all.runs)
    XCTAssertEqual(search(threads, bound: 0, atMost: 10_000).outcomes, all.outcomes)
  }

  func testASearchIsTakenUpFromWhatWasWrittenDown() throws {
    let section: [Action] = [.lock(0), .touch(0), .unlock(0), .tryLock(0, skips: 2), .touch(0), .unlock(0)]
    let threads = SmallProgram(
      locks: 1, variables: 1, blocks: [[.thread(block: 1), .thread(block: 2)], section, section])
    let whole = search(threads, atMost: 10_000)
    let inParts = search(
      threads, atMost: 10_000, between: { (try? self.rewritten($0)) ?? ExhaustiveSearch() })
    XCTAssertEqual(whole, inParts)
    XCTAssertGreaterThan(whole.runs, 10)
  }

  private func rewritten(_ search: ExhaustiveSearch) throws -> ExhaustiveSearch {
    try JSONDecoder().decode(ExhaustiveSearch.self, from: JSONEncoder().encode(search))
  }
}
