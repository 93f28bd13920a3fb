// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule
import GCDVocabulary
import Testing

@Suite struct ScheduleCoverageTests {
  @Test func countsEachHashOnce() {
    var coverage = ScheduleCoverage()
    #expect(coverage.distinct == 0)
    let news = [7, 7, 0, 0, 8].map { coverage.insert($0) }
    #expect(news == [true, false, true, false, true])
    #expect(coverage.distinct == 3)
    #expect(coverage.isExact)
  }

  @Test func isExactUpToItsBoundAndCloseBeyond() {
    var coverage = ScheduleCoverage()
    var number: UInt64 = 0
    func insert(upTo count: Int) {
      while number < UInt64(count) {
        coverage.insert(number)
        coverage.insert(number / 2)
        number += 1
      }
    }
    insert(upTo: ScheduleCoverage.exactUpTo)
    #expect(coverage.isExact)
    #expect(coverage.distinct == ScheduleCoverage.exactUpTo)
    insert(upTo: 1_000_000)
    #expect(!coverage.isExact)
    #expect(abs(coverage.distinct - 1_000_000) < 10_000)
    #expect(coverage.distinct == 997_720)
  }

  @Test func knowsWhatCameOnce() {
    var coverage = ScheduleCoverage()
    for hash: UInt64 in [7, 8, 7, 7, 9] { coverage.insert(hash) }
    coverage.insert(10, asSingle: false)
    #expect(coverage.distinct == 4)
    #expect(coverage.singles == 2)
    var number: UInt64 = 100
    while number < 600_100 {
      coverage.insert(number)
      if number % 3 == 0 { coverage.insert(number) }
      number += 1
    }
    #expect(abs(coverage.singles - 400_000) < 8_000)
  }

  @Test func setsAddUpWhereverTheyAreFull() {
    func set(_ numbers: Range<UInt64>) -> ScheduleCoverage {
      var coverage = ScheduleCoverage()
      for number in numbers { coverage.insert(number) }
      return coverage
    }
    var small = set(0..<1_000)
    small.merge(set(500..<1_500))
    #expect(small.distinct == 1_500)
    #expect(small.singles == 1_000)
    let large = set(0..<500_000)
    var sum = set(0..<1_000)
    sum.merge(large)
    #expect(sum.distinct == large.distinct)
    var other = large
    other.merge(set(0..<1_000))
    #expect(other.distinct == large.distinct)
    #expect(other.singles == sum.singles)
  }
}
