// Licensed under the Apache License, Version 2.0; see LICENSE.

/// What a finished run looked like, for strategies that need to know how long a run is.
public struct ExecutionProfile: Sendable, Codable, Equatable {
  /// How often the scheduler was asked: points with at least two candidates.
  public var choicePoints: Int
  /// Executed scheduling points.
  public var steps: Int
  /// Tasks that existed, the clock and the body included.
  public var tasks: Int
  /// Calls that let others continue where another task than the caller's could.
  public var releases: Int
  /// How many different calls these are, as far as they are distinguished.
  public var releaseSites: Int

  /// Who did what; nil where nothing took it down.
  public var census: AccessProfile?

  /// All counts are 0 where no run has been made yet.
  public init(
    choicePoints: Int = 0, steps: Int = 0, tasks: Int = 0, releases: Int = 0, releaseSites: Int = 0,
    census: AccessProfile? = nil
  ) {
    self.choicePoints = choicePoints
    self.steps = steps
    self.tasks = tasks
    self.releases = releases
    self.releaseSites = releaseSites
    self.census = census
  }
}

/// What the scheduler decided before a run begins.
public struct ExecutionPlan: Sendable, Equatable {
  /// The schedule's number, from 0; 0 is the baseline order.
  public var number: Int
  /// The strategy of this very run, never `auto`.
  public var strategy: Strategy
  /// Whether the clock may be offered as a candidate while others are enabled; never in run 0.
  public var allowsSkew: Bool
  /// Whether others may run between a call that lets them continue and the code behind it; never in run 0.
  public var pausesAfterReleases = false
  /// The seed of `random()` in this run.
  public var entropySeed: UInt64
  /// The width of the pool that a replayed token asks for (0 = unbounded); nil when the caller decides.
  public var poolWidth: Int?
  /// The run is led to a pattern that schedule `number` has shown, and is no schedule of its own.
  public var isDirected = false

  /// The strategy's name as the user would write it.
  public var strategyName: String { strategy.description }
}
