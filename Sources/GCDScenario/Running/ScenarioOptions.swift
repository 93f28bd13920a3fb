// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDRuntime
import GCDVocabulary

/// How a scenario is to be run. What is nil is taken from the file's `explore:`, and failing that is the
/// default.
///
/// The options of explorations are found by the names of the properties of `ExplorationOptions`.
@dynamicMemberLookup
public struct ScenarioOptions: Sendable {
  private var asked: AskedOptions
  /// A run that was cut, and is continued with.
  package var begun: ExplorationCheckpoint?
  /// Keeps what is needed to resume a run that is cut.
  package var keepsCheckpoint = false
  /// A schedule token: exactly that schedule is run.
  public var replay: String?
  /// A line of a regression file, from 1: only its schedule is run.
  package var savedSchedule: (file: RegressionFile, number: Int)?
  /// Only this schedule is run, in whatever manner fits, with so many runs of search.
  package var tried: (schedule: SavedSchedule, searches: Int)?
  /// What each scenario takes from a corpus, by its path.
  package var plans: [String: CorpusPlan] = [:]
  /// Makes the schedule of `replay` smaller, and keeps what is needed to try it on other programs.
  package var shrinksReplay = false
  /// Runs to make it smaller, at most; nil = as usual.
  package var mostShrinkingRuns: Int?

  /// With what a command line and an environment ask for.
  public init(_ asked: AskedOptions = AskedOptions()) { self.asked = asked }

  /// As of `AskedOptions`.
  public subscript<Value>(dynamicMember path: WritableKeyPath<ExplorationOptions, Value>) -> Value? {
    get { asked[dynamicMember: path] }
    set { asked[dynamicMember: path] = newValue }
  }

  /// As of `AskedOptions`.
  public subscript<Value>(dynamicMember path: WritableKeyPath<ExplorationOptions, Value?>) -> Value? {
    get { asked[dynamicMember: path] }
    set { asked[dynamicMember: path] = newValue }
  }

  /// The options of the exploration for one scenario.
  public func exploration(of scenario: Scenario) -> ExplorationOptions {
    // The seed comes from the name and not from the path, so that it is the same wherever the file is.
    let ownSeed = ExplorationOptions(testID: scenario.name).effectiveSeed
    let usual = ExplorationOptions(
      seed: ownSeed, replay: replay, bodyHost: .mainThread, testID: scenario.path,
      location: CallerLocation(
        fileID: scenario.name, filePath: scenario.path, line: scenario.expectationPosition.line,
        column: scenario.expectationPosition.column))
    var result = asked.applied(to: scenario.explore.applied(to: usual))
    result.plan = plans[scenario.path]
    return result
  }
}
