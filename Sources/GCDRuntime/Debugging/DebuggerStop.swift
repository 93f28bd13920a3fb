// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Where a run is to stop for a debugger: what `GCDCHECK_BREAK` asks for.
public enum DebuggerStop: Sendable, Hashable {
  /// When a finding has been made, while every thread still is where it was.
  case finding
  /// In the replay of a schedule, before the step of this number, from 0.
  case step(Int)

  /// Reads `finding` or the number of a step; nil for every other text.
  public init?(_ text: String) {
    if text == "finding" {
      self = .finding
    } else if let step = Int(text.hasPrefix("#") ? text.dropFirst() : text[...]), step >= 0 {
      self = .step(step)
    } else {
      return nil
    }
  }
}

#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Glibc

extension DebuggerStop {
  /// What the process's environment asks for. First looked at outside of runs.
  package static let asked: DebuggerStop? = getenv("GCDCHECK_BREAK").flatMap {
    DebuggerStop(String(cString: $0))
  }
}
#endif
