// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Why no event handler of a source runs any more.
public enum SourceSilence: String, Sendable, Codable, CaseIterable {
  case cancelled = "cancelled"
  case suspended = "suspended"
  /// It was never activated.
  case inactive = "inactive"
  /// A timer that was never set.
  case unscheduled = "unscheduled"
  /// A timer without repetition has fired.
  case firedOnce = "firedOnce"
  /// The last signal came before it was installed.
  case missedSignal = "missedSignal"
}
