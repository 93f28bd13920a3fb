// Licensed under the Apache License, Version 2.0; see LICENSE.
import Testing

@testable import GCDSchedule

/// Sets of numbers as ranges, compared with sets that hold each number.
@Suite struct ScheduleNumbersTests {
  private static let most = 60

  /// Ranges that are inserted in any order, and the numbers that they have.
  private func drawn(_ generator: inout SeededGenerator) -> (ScheduleNumbers, Set<Int>) {
    var (numbers, all) = (ScheduleNumbers(), Set<Int>())
    for _ in 0..<Int.random(in: 0...6, using: &generator) {
      let from = Int.random(in: 0..<Self.most, using: &generator)
      let range = from..<from + Int.random(in: 0...8, using: &generator)
      numbers.insert(range)
      all.formUnion(range)
    }
    return (numbers, all)
  }

  @Test func rangesHaveTheNumbersThatWereInserted() throws {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<500 {
      let (numbers, all) = drawn(&generator)
      #expect((0..<Self.most + 20).allSatisfy { numbers.contains($0) == all.contains($0) })
      #expect(numbers.count == all.count && numbers.isEmpty == all.isEmpty)
      // Apart from each other, so that one set has one form.
      #expect(zip(numbers.ranges, numbers.ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
      let text = numbers.text
      #expect(text.isEmpty ? numbers.isEmpty : try #require(ScheduleNumbers(text)) == numbers)
    }
  }

  @Test func unionsAreThoseOfSets() {
    var generator = SeededGenerator(seed: 12)
    for _ in 0..<500 {
      let (one, first) = drawn(&generator)
      let (other, second) = drawn(&generator)
      var union = one
      union.formUnion(other)
      #expect(union.count == first.union(second).count)
      #expect(one.shared(with: other) == first.intersection(second).count)
      var again = other
      again.formUnion(one)
      again.formUnion(other)
      #expect(again == union)
    }
  }

  @Test func theEndIsBehindSoManyMissingNumbers() {
    var generator = SeededGenerator(seed: 13)
    for _ in 0..<500 {
      let (numbers, all) = drawn(&generator)
      let count = Int.random(in: 0...20, using: &generator)
      let missing = (1..<1_000).filter { !all.contains($0) }.prefix(count)
      let end = numbers.end(ofMissing: count, from: 1)
      #expect((1..<end).filter { !all.contains($0) } == Array(missing))
      #expect(missing.isEmpty || missing.last! < end)
    }
  }

  @Test func whatIsNoSetIsRefused() {
    for text in ["", "0", "3-2", "a", "1-", "-2", "1,,2", "1-2-3", "1;2", "\(Int.max)"] {
      #expect(ScheduleNumbers(text) == nil, "\(text)")
    }
    #expect(ScheduleNumbers("2-5,7")?.ranges == [1..<5, 6..<7])
    #expect(ScheduleNumbers("7,2-5,6")?.text == "2-7")
  }
}
