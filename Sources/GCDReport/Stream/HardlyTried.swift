// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// The rule by which a test without findings is called hardly tried instead of good: it was cut before it
/// came to a tenth of the schedules that were asked for: at least ten (or all), and a hundred are enough.
enum HardlyTried {
  /// Schedules without which a test that was cut is not called good.
  static func fewest(of requested: Int) -> Int { min(requested, max(10, min(100, requested / 10))) }
}

extension StopReason {
  /// Something else than the schedules themselves has ended the exploration.
  public var isCut: Bool {
    switch self {
    case .time, .interrupted, .tooLong, .abandonedExecutions: true
    case .completed, .finding, .exhausted, .saturated, .assertion: false
    }
  }
}

extension TestEnded {
  /// Whether the rule of `HardlyTried` applies to it, whatever its outcome.
  ///
  /// - Parameter shard: The part of the schedules that was asked for; nil = all.
  public func isHardlyTried(in shard: Shard?) -> Bool {
    let asked = shard?.numbers(below: requested) ?? requested
    return stopped.isCut && schedules < HardlyTried.fewest(of: asked)
  }

  /// Time was over before a single schedule had come to its end: what may hang in each of them is not found.
  public var isUnfinished: Bool { schedules == 0 && stopped.isCut && stopped != .interrupted }

  /// "hardly tried: stopped by time after 1 of 20 schedules".
  package var hardlyTriedClause: String { "hardly tried: \(amount)" }
}

extension RunEnded {
  /// "3 of 40 tests were hardly tried; 2 tests were not begun"; nil where all were tried.
  ///
  /// - Parameter noun: What was explored: "test" or "scenario".
  func gaps(of noun: String) -> String? {
    let hardly = (hardlyTried ?? 0) > 0 ? hardlyTried : nil
    let parts = [
      hardly.map { number in
        tests == 1
          ? "the \(noun) was hardly tried"
          : "\(grouped(number)) of \(counted(tests, noun)) \(number == 1 ? "was" : "were") hardly tried"
      }, notBegun.map { "\(counted($0, noun)) \($0 == 1 ? "was" : "were") not begun" },
    ].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}
