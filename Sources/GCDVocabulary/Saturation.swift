// Licensed under the Apache License, Version 2.0; see LICENSE.

extension FixedWidthInteger {
  /// The sum, or the largest or smallest number where it is beyond: for counts that programs and files give,
  /// and that may be as large as a number can be.
  public func addingSaturated(_ other: Self) -> Self {
    let (sum, isOver) = addingReportingOverflow(other)
    if !isOver { return sum }
    return other < 0 ? .min : .max
  }

  /// The difference, bounded in the same way.
  public func subtractingSaturated(_ other: Self) -> Self {
    let (difference, isOver) = subtractingReportingOverflow(other)
    if !isOver { return difference }
    return self < other ? .min : .max
  }
}
