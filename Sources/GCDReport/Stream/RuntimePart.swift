// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A part of Swift's runtime whose layout gcdcheck proves before it relies on it.
public enum RuntimePart: String, Sendable, Codable, CaseIterable {
  /// The run loops of Foundation.
  case runLoops = "run-loops"

  /// What follows where the proof fails, as a sentence.
  public var unknownWords: String {
    switch self {
    case .runLoops:
      "the run loops of this Foundation are not laid out as in Swift 6.0 to 6.3, so what waits for them "
        + "(RunLoop, XCTest's expectations) is not controlled, and its verdicts are not to be relied on"
    }
  }
}
