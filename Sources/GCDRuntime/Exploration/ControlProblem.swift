// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule

/// Why a controlled run is not possible here.
public enum ControlProblem: Error, Sendable {
  /// A controlled body asked for a controlled run of its own.
  case nested
  /// The text is no schedule token that this version reads.
  case badToken(String, TokenError)
  /// Calls do not arrive: another copy of the library, static linking, or another platform.
  case notInterposed(cause: String)
  /// The installed library is laid out in a way that is not known.
  case unknownLayout(cause: String)
  /// The platform has no borrowed threads.
  case unsupportedPlatform
}
