// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A set of numbers of schedules, kept as ranges.
package struct ScheduleNumbers: Sendable, Equatable {
  /// Ascending, apart from each other, none empty.
  package private(set) var ranges: [Range<Int>] = []

  package init() {}

  package var isEmpty: Bool { ranges.isEmpty }
  package var count: Int { ranges.reduce(0) { $0.addingSaturated($1.count) } }

  package func contains(_ number: Int) -> Bool {
    let index = place(of: number)
    return index < ranges.count && ranges[index].contains(number)
  }

  package mutating func insert(_ number: Int) { insert(number..<number + 1) }

  package mutating func insert(_ range: Range<Int>) {
    if range.isEmpty { return }
    // Mostly the number behind the last one.
    if let last = ranges.last, last.upperBound == range.lowerBound {
      ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
      return
    }
    let first = ranges.firstIndex { $0.upperBound >= range.lowerBound } ?? ranges.count
    let behind = ranges[first...].firstIndex { $0.lowerBound > range.upperBound } ?? ranges.count
    var joined = range
    if first < behind {
      joined =
        min(range.lowerBound, ranges[first].lowerBound)..<max(range.upperBound, ranges[behind - 1].upperBound)
    }
    ranges.replaceSubrange(first..<behind, with: [joined])
  }

  package mutating func formUnion(_ other: ScheduleNumbers) {
    for range in other.ranges { insert(range) }
  }

  /// How many of another set's numbers are in this one as well.
  package func shared(with other: ScheduleNumbers) -> Int {
    other.ranges.reduce(0) { sum, range in
      ranges.reduce(sum) { $0 + $1.clamped(to: range).count }
    }
  }

  /// The least number behind `count` numbers, from `first` on, that are not in the set.
  package func end(ofMissing count: Int, from first: Int) -> Int {
    var end = first.addingSaturated(count)
    for range in ranges where range.upperBound > first && range.lowerBound < end {
      end = end.addingSaturated(range.upperBound - max(range.lowerBound, first))
    }
    return end
  }

  /// The first range that does not lie before `number`.
  private func place(of number: Int) -> Int {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound <= number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension ScheduleNumbers {
  /// `2-200,401-600`, counted from 1, as reports count schedules.
  package var text: String {
    ranges.map { $0.count == 1 ? "\($0.upperBound)" : "\($0.lowerBound + 1)-\($0.upperBound)" }
      .joined(separator: ",")
  }

  /// Nil for a text that is no such set.
  package init?(_ text: String) {
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard (1...2).contains(ends.count), let from = ends[0], let to = ends[ends.count - 1], from >= 1,
        to >= from, to < Int.max
      else { return nil }
      insert(from - 1..<to)
    }
  }
}
