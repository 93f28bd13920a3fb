// Licensed under the Apache License, Version 2.0; see LICENSE.
#if !os(Linux) || GCDCHECK_OTHER_PLATFORM
import GCDReport

/// What the engine answers where there is none, so that code which uses it builds everywhere.
///
/// - Throws: Always `ControlProblem.unsupportedPlatform`; the body is not called.
package func explore(
  _ options: ExplorationOptions, enclosure: BodyEnclosure? = nil, failures: FailureProbe? = nil,
  observer: ((Finding) -> Void)? = nil, progress: ((ExplorationProgress) -> Bool)? = nil,
  resuming checkpoint: ExplorationCheckpoint? = nil, team: WorkSharing? = nil,
  body: () throws -> Void
) throws(ControlProblem) -> Exploration {
  throw .unsupportedPlatform
}

/// Calls that make sense only inside a controlled body: none is, so each does nothing or answers the first
/// way.
public enum InsideRun {
  public static func at(file: Int, line: Int, column: Int) {}
  /// No step is ever shown, so one index does for all paths.
  public static func intern(file path: String) -> Int { 0 }
  public static func choose(_ count: Int) -> Int { 0 }
  public static func read(_ variable: Int) {}
  public static func write(_ variable: Int) {}
  public static func fail(_ message: String) {}
  public static func note(_ text: String) {}
  public static var stepsMade: Int { 0 }
  public static func privatePost(_ key: UInt64) {}
  public static func postWhenSettled() -> Bool { false }
  public static func nameLastObject(_ name: String) {}
  public static func name(variable: Int, _ name: String) {}
}
#endif
