// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A part of Swift's runtime whose layout gcdcheck proves before it relies on it.
public enum RuntimePart: String, Sendable, Codable, CaseIterable {
  /// The run loops of Foundation.
  case runLoops = "run-loops"
  /// The tasks of Swift's concurrency.
  case swiftTasks = "swift-tasks"

  /// What follows where the proof fails, as a sentence.
  public var unknownSentence: String {
    switch self {
    case .runLoops:
      "the run loops of this Foundation are not laid out as in Swift 6.0 to 6.3, so what waits for them "
        + "(RunLoop, XCTest's expectations) is not controlled, and its verdicts are not to be relied on"
    case .swiftTasks:
      "the tasks of this Swift runtime are not laid out as in Swift 6.3, so what a suspended task waits for "
        + "is not known: a hang of async code may be missed, or reported without its cause"
    }
  }
}
