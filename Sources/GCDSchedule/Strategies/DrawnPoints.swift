// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Up to `Strategy.largestDepth` choice points of a run, drawn before it begins, each with a number.
///
/// Plain memory; the owner frees it.
struct DrawnPoints {
  /// The length that is assumed where no run has been measured.
  private static let assumedLength = 100

  /// Ascending; `points[count]` is never reached.
  private let points: UnsafeMutablePointer<Int>
  private let values: UnsafeMutablePointer<Int64>
  private var count = 0
  private var index = 0

  init() {
    points = .allocate(capacity: Strategy.largestDepth + 1)
    points.initialize(repeating: Int.max, count: Strategy.largestDepth + 1)
    values = .allocate(capacity: Strategy.largestDepth + 1)
    values.initialize(repeating: 0, count: Strategy.largestDepth + 1)
  }

  func free() {
    points.deallocate()
    values.deallocate()
  }

  /// Draws `amount` points of a run that is expected to make `length` choices, with the values
  /// 1 ... `amount`.
  ///
  /// Orders other than the baseline make more or fewer choices, and a running maximum over earlier runs would
  /// make a schedule depend on what ran before it. So each run draws its own horizon: one, two or four times
  /// `length`, which leaves 7/12 of the bound of PCT at depth 2.
  mutating func draw(_ amount: Int, length: Int, generator: inout SeededGenerator) {
    index = 0
    count = 0
    let known = length > 0 ? length : DrawnPoints.assumedLength
    let horizon = min(known, Int(Int32.max) / 4) &<< generator.below(3)
    var value: Int64 = 1
    while value <= Int64(amount) {
      insert(generator.below(horizon) &+ 1, value)
      value &+= 1
    }
    points[count] = Int.max
  }

  /// Whether a point is due at or before choice `point`.
  @inline(__always)
  func isDue(_ point: Int) -> Bool { point >= points[index] }

  /// The value of the point that is due; the next one is due after that.
  mutating func take() -> Int64 {
    index &+= 1
    return values[index &- 1]
  }

  private mutating func insert(_ point: Int, _ value: Int64) {
    var place = count
    while place > 0, points[place &- 1] > point {
      points[place] = points[place &- 1]
      values[place] = values[place &- 1]
      place &-= 1
    }
    points[place] = point
    values[place] = value
    count &+= 1
  }
}
