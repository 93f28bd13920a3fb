// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDVocabulary

/// Called with control off on the virtual thread of the body, once per schedule; calls `invoke` exactly once.
///
/// It may run `invoke` inside a job of a task of its own, so that the body sees the caller's task-locals.
/// When the run is abandoned, neither `invoke` nor the enclosure returns.
public typealias BodyEnclosure = (_ invoke: () -> Void) -> Void

/// Asked once after each schedule, on the caller's thread: which assertions failed in it, the first one
/// first.
public typealias FailureProbe = () -> [AssertionFailure]

/// An assertion of the test framework that failed inside a body and was withheld from the framework.
public struct AssertionFailure: Sendable, Hashable {
  /// In the words of the framework.
  public var message: String
  /// The assertion.
  public var location: CodeLocation?
  /// How far the run was; nil when it failed outside of one.
  public var moment: RunMoment?

  /// Reported where it fails, so that the moment is that of the assertion.
  public init(message: String, location: CodeLocation?) {
    self.message = message
    self.location = location
    moment = .now
  }
}

/// A place in the trace of a run.
public struct RunMoment: Sendable, Hashable {
  /// How many steps had been made.
  var step: Int
  /// Who was running.
  var task: TaskID

  /// That of the calling thread; nil when it is not under control.
  static var now: RunMoment? {
    #if os(Linux) && !GCDCHECK_OTHER_PLATFORM
    InsideRun.moment
    #else
    nil
    #endif
  }
}
