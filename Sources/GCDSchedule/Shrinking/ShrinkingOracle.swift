// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A run that a search for a smaller schedule asks for.
public enum ShrinkingRun: Sendable, Codable, Equatable {
  /// The schedule itself; its answer tells its order.
  case recording
  /// The baseline order, but for these detours.
  case taking([Detour])
  /// As `taking`, where a task waits even if the one that was to go instead cannot.
  case holdingBack([Detour])
  /// The baseline order, but for the order of some tasks.
  case following(ScheduleExcerpt)
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
    /// The detours that it made.
    public var detours: [Detour]
    /// Those of the longest waits first, and the order of all tasks; of `recording` alone.
    public var longestWaits: [Detour] = []
    public var order = ScheduleExcerpt()
    /// What whoever asks wants to keep of it.
    public var run: Run

    public init(token: ScheduleToken, detours: [Detour], run: Run) {
      self.token = token
      self.detours = detours
      self.run = run
    }
  }

  public init(steps: Int, shown: Shown? = nil) {
    self.steps = steps
    self.shown = shown
  }
}

/// Whoever can make runs for a search for a smaller schedule.
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
  public func begin(_ run: ShrinkingRun, of token: ScheduleToken) -> RunPlan {
    switch run {
    case .recording: begin(replaying: token, recordingDetours: true)
    case .taking(let detours): begin(taking: detours, of: token)
    case .holdingBack(let detours): begin(holdingBack: detours, of: token)
    case .following(let order): begin(following: order, of: token)
    }
  }
}
