// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A run that a search for a smaller schedule asks for.
public enum ShrinkingRun: Sendable, Codable, Equatable {
  /// The schedule itself; its answer tells its order.
  case recording
  /// The baseline order, but for these deviations.
  case taking([StableDeviation])
  /// As `taking`, where a task waits even if the one that was to go instead cannot.
  case holdingBack([StableDeviation])
  /// The baseline order, but for the order of some tasks.
  case following(PartialSchedule)
}

/// What came of such a run.
public struct ShrinkingAnswer<Run> {
  /// Steps that it made.
  public var steps: Int
  /// Nil if it does not show the finding.
  public var shown: Shown?

  /// A run that shows the finding.
  public struct Shown {
    /// Its schedule.
    public var token: ScheduleToken
    /// The deviations that it made.
    public var deviations: [StableDeviation]
    /// Those of the longest waits first, and the order of all tasks; of `recording` alone.
    public var longestWaits: [StableDeviation] = []
    public var order = PartialSchedule()
    /// What the caller that asks wants to keep of it.
    public var run: Run

    public init(token: ScheduleToken, deviations: [StableDeviation], run: Run) {
      self.token = token
      self.deviations = deviations
      self.run = run
    }
  }

  public init(steps: Int, shown: Shown? = nil) {
    self.steps = steps
    self.shown = shown
  }
}

/// What can make runs for a search for a smaller schedule.
public protocol ShrinkingOracle {
  associatedtype Run
  associatedtype Failure: Error

  /// Makes a run whose clock, pool and random numbers are those of `token`.
  ///
  /// - Throws: Where no further run can be made.
  mutating func attempt(
    _ run: ShrinkingRun, of token: ScheduleToken
  ) throws(Failure) -> ShrinkingAnswer<Run>

  /// False ends the search with what it has.
  var mayGoOnShrinking: Bool { get }
}

extension Scheduler {
  /// Starts the run that a search asks for.
  @discardableResult
  public func begin(_ run: ShrinkingRun, of token: ScheduleToken) -> ExecutionPlan {
    switch run {
    case .recording: begin(replaying: token, recordingDeviations: true)
    case .taking(let deviations): begin(taking: deviations, of: token)
    case .holdingBack(let deviations): begin(holdingBack: deviations, of: token)
    case .following(let order): begin(following: order, of: token)
    }
  }
}
