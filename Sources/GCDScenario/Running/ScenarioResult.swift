// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDRuntime

/// What came out of running a scenario.
public struct ScenarioResult: Sendable {
  public let exploration: Exploration
  public let verdict: ScenarioVerdict
  /// What the variables named under `outcomes` held at the end of schedules, each combination once, in order;
  /// empty for other expectations.
  public let outcomes: [[Int]]

  /// What a run that resumes this one needs; nil for one that came to its end, or that had not begun to
  /// explore.
  package var begun: ExplorationCheckpoint? {
    guard var checkpoint = exploration.checkpoint?.checkpoint else { return nil }
    checkpoint.outcomes = outcomes
    return checkpoint
  }
}

/// Why a scenario could not be run; it says nothing about the program in it.
public enum ScenarioProblem: Error, Sendable {
  /// The file uses what this version cannot run.
  case unsupported(ScenarioErrors)
  /// No controlled run is possible here.
  case control(ControlProblem)
}
