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
}
