// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDSchedule

/// Two schedules that differ late.
struct SchedulePair: Equatable {
  var failing: ScheduleToken
  var passing: ScheduleToken
}

/// Looks for two schedules of which one fails and the other passes, and which differ by the moment of one
/// deviation: it is made later and later until the end of the schedule changes.
///
/// What is executed between the two moments is what decides. Pure: it says which schedule is to be executed
/// next, and takes how that ended.
struct LateDeviationSearch {
  /// Choice points by which a deviation is made later, at most.
  private static let mostDelay: UInt32 = 16
  /// Candidates that are tried at a choice point; one of them is that of the baseline order.
  private static let mostChoices: UInt32 = 3
  private let mostExecutions: Int

  private enum Phase {
    /// Executes the schedule without the deviation.
    case straight
    /// Executes the one with it.
    case deviating
    /// Makes the deviation later.
    case postponing
    case done
  }

  private let token: ScheduleToken
  /// The deviations that stay as they are.
  private let fixed: [Deviation]
  /// The deviation that is made later, as it was first.
  private let moved: Deviation
  /// The schedule without that deviation passes, and with it, it fails; or the other way round.
  private let deviationFails: Bool
  /// The steps without that deviation, and with it as late as is known.
  private var straight: [StepLine] = []
  private var deviating: [StepLine] = []

  private var phase = Phase.straight
  private var delay: UInt32 = 1
  /// The next candidate to try, counted from the one that the deviation took first.
  private var choice: UInt32 = 0
  private var executions = 0
  private var asked: ScheduleToken?
  /// What was found; nil where the two do not end as they should.
  private(set) var pair: SchedulePair?

  /// - Parameter token: a schedule with a deviation at least.
  /// - Parameter fails: how it ends; without its last deviation it is to end otherwise.
  /// - Parameter mostExecutions: the first two tell whether it does.
  init(_ token: ScheduleToken, fails: Bool, mostExecutions: Int) {
    self.mostExecutions = mostExecutions
    self.token = token
    fixed = Array(token.deviations.dropLast())
    moved = token.deviations[token.deviations.count - 1]
    deviationFails = fails
  }

  /// The schedule to execute next; nil where the search is over.
  mutating func next() -> ScheduleToken? {
    executions += 1
    asked =
      switch phase {
      case .straight: token.with(fixed)
      case .deviating: token
      case .postponing: executions > mostExecutions ? nil : delayed()
      case .done: nil
      }
    return asked
  }

  /// Takes how the schedule that was asked for ended; nil where it was cut.
  mutating func take(_ outcome: (passes: Bool, lines: [StepLine])?) {
    guard let outcome, let asked else {
      if phase != .postponing { phase = .done }
      return
    }
    switch phase {
    case .straight:
      straight = outcome.lines
      phase = outcome.passes == deviationFails ? .deviating : .done
    case .deviating:
      deviating = outcome.lines
      phase = outcome.passes == deviationFails ? .done : .postponing
      let other = token.with(fixed)
      pair =
        phase == .done
        ? nil
        : SchedulePair(failing: deviationFails ? asked : other, passing: deviationFails ? other : asked)
    case .postponing: takeDelayed(outcome, of: asked)
    case .done: break
    }
  }

  private mutating func takeDelayed(_ outcome: (passes: Bool, lines: [StepLine]), of asked: ScheduleToken) {
    let deviations = LateDeviation.deviations(of: [deviating, outcome.lines], from: straight)
    guard let known = deviations[0], let new = deviations[1], new.participant == known.participant,
      new.isLater(than: known)
    else { return }
    if outcome.passes { pair?.passing = asked } else { pair?.failing = asked }
    if outcome.passes == deviationFails {
      // The end of the schedule changes between the two.
      phase = .done
    } else {
      deviating = outcome.lines
      delay += 1
      choice = 0
    }
  }

  /// The next candidate at the choice point, or at the next one.
  private mutating func delayed() -> ScheduleToken? {
    if choice == LateDeviationSearch.mostChoices {
      choice = 0
      delay += 1
    }
    if delay > LateDeviationSearch.mostDelay { return nil }
    defer { choice += 1 }
    let candidate = (moved.choice + choice) % max(LateDeviationSearch.mostChoices, moved.choice + 1)
    return token.with(fixed + [Deviation(point: moved.point + delay, choice: candidate)])
  }
}

extension ScheduleToken {
  /// The same clock, pool and random numbers with other deviations.
  func with(_ deviations: [Deviation]) -> ScheduleToken {
    ScheduleToken(
      entropySeed: entropySeed, poolWidth: poolWidth, allowsSkew: allowsSkew,
      pausesAfterReleases: pausesAfterReleases, deviations: deviations)
  }
}
#endif
