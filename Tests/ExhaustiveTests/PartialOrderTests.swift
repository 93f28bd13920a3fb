// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDSchedule
import GCDVocabulary
import XCTest

/// What the records of runs tell of their partial orders, against what the search knows while it runs.
final class PartialOrderTests: XCTestCase {
  /// How many programs are compared; `GCDCHECK_EXHAUSTIVE=600` asks for more than the usual share.
  private static var count: Int {
    ProcessInfo.processInfo.environment["GCDCHECK_EXHAUSTIVE"].flatMap { Int($0) } ?? 60
  }

  /// All runs of a program have as many partial orders as the search makes runs, and two runs of one order
  /// have come to the same.
  ///
  /// Where the numbers differ, the record does not tell enough, or it tells more than the search looks at:
  /// entering a group that is not empty makes no step, blocks behind a barrier stand in no order, and runs
  /// that end early are cut.
  func testRecordsTellAsManyOrdersAsTheSearchMakesRuns() {
    var compared = 0
    var seed: UInt64 = 0
    var exact = 0
    while compared < PartialOrderTests.count {
      var source = SmallPrograms(seed: seed)
      let program = source.program()
      seed += 1
      let all = everyOrder(of: program, atMost: 500, holdsUp: false)
      if !all.isComplete { continue }
      compared += 1
      for outcomes in all.orders.values {
        XCTAssertEqual(outcomes.count, 1, "program \(seed - 1)\n\(program)")
      }
      let found = search(program, atMost: 2_000)
      if found.runs == all.orders.count && found.orders.count == all.orders.count { exact += 1 }
    }
    XCTAssertGreaterThanOrEqual(exact * 100, compared * 96)
  }

  func testThreeThreadsWithTwoSectionsEachHaveNinetyOrders() {
    let sections: [Action] = [.lock(0), .touch(0), .unlock(0), .lock(0), .touch(0), .unlock(0)]
    let threads = SmallProgram(
      locks: 1, variables: 1,
      blocks: [
        (1...3).map { .thread(block: $0) } + (1...3).map { .join(block: $0) }, sections, sections, sections,
      ])
    XCTAssertEqual(search(threads, atMost: 1_000).orders.count, 90)
  }
}
