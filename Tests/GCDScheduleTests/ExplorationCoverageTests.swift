// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDSchedule
import Testing

@Suite struct ExplorationCoverageTests {
  @Test func countsWhatCameOnceInDrawnSchedulesOnly() {
    var coverage = ExplorationCoverage()
    coverage.add(1)
    coverage.look(0, order: 100, isDrawn: false)
    coverage.look(1, order: 101, isDrawn: true)
    coverage.look(2, order: 102, isDrawn: true)
    coverage.look(3, order: 101, isDrawn: true)
    coverage.look(4, order: 100, isDrawn: true)
    #expect(coverage.orders.distinct == 3)
    #expect(coverage.singles == 1)
    #expect(coverage.drawn == 4)
    #expect(coverage.looked == 5)
    #expect(coverage.lastNewOrder == 3)
  }

  @Test func shortSchedulesAreLookedAtLonger() {
    func looks(_ steps: Int) -> Int {
      (0..<10_000).count { ExplorationCoverage.looksAt($0, steps: steps) }
    }
    #expect(looks(0) == 2_120)
    #expect(looks(400) == 248)
    #expect(looks(1_000_000) == 199)
    // All ten strategies of the portfolio are looked at in turn.
    let later = (5_000..<6_000).filter { ExplorationCoverage.looksAt($0, steps: 40) }
    #expect(Set(later.map { $0 % 10 }).count == 10)
  }

  @Test func isSaturatedAfterLongEnoughWithoutAHandOff() {
    var coverage = ExplorationCoverage()
    var number = 0
    func look(_ order: UInt64, _ conflictPair: UInt64) {
      coverage.look(number, order: order, isDrawn: true)
      coverage.add(conflictPair: conflictPair, of: number)
      number += 1
    }
    for _ in 0..<100 { look(1, 5) }
    #expect(!coverage.isSaturated)
    for _ in 0..<100 { look(2, 5) }
    #expect(!coverage.isSaturated)
    look(2, 5)
    #expect(coverage.isSaturated)
    #expect(coverage.lastNewConflictPair == 1)
    look(2, 6)
    #expect(!coverage.isSaturated)
    #expect(coverage.lastNewConflictPair == 202)
    for order in 0..<200 { look(UInt64(1_000 + order), 5) }
    #expect(!coverage.isSaturated, "every schedule has a new partial order")
  }

  @Test func nothingIsSaturatedThatNobodyDrew() {
    var coverage = ExplorationCoverage()
    for number in 0..<1_000 { coverage.look(number, order: 1, isDrawn: false) }
    #expect(!coverage.isSaturated)
  }

  @Test func noMoreSchedulesAreDifferentThanRan() {
    var aboveByEstimate = 0
    for seed: UInt64 in 0..<4 {
      var coverage = ExplorationCoverage()
      for number: UInt64 in 0..<200_000 { coverage.add(seed << 32 | number) }
      if coverage.schedules.distinct > 200_000 { aboveByEstimate += 1 }
      #expect(coverage.distinctSchedules == min(coverage.schedules.distinct, 200_000))
    }
    #expect(aboveByEstimate > 0)
  }

  @Test func partsAddUpAlsoWhenTheyWereSent() throws {
    func part(_ numbers: Range<Int>) -> ExplorationCoverage {
      var coverage = ExplorationCoverage()
      for number in numbers {
        coverage.add(UInt64(number % 50))
        coverage.look(number, order: UInt64(number % 30 * (number % 7)), isDrawn: number > 0)
        coverage.add(conflictPair: UInt64(number % 5), of: number)
      }
      return coverage
    }
    func sent(_ coverage: ExplorationCoverage) throws -> ExplorationCoverage {
      try JSONDecoder().decode(ExplorationCoverage.self, from: JSONEncoder().encode(coverage))
    }
    let whole = part(0..<90)
    var sum = try sent(part(0..<40))
    sum.merge(try sent(part(40..<90)))
    #expect(sum.ran == 90 && sum.looked == 90 && sum.drawn == 89)
    #expect(sum.schedules.distinct == whole.schedules.distinct)
    #expect(sum.orders.distinct == whole.orders.distinct)
    #expect(sum.singles == whole.singles)
    #expect(sum.conflictPairs.distinct == 5)
  }
}
