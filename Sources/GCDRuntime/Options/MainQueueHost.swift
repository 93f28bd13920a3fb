// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Who runs the blocks of the main queue during a run: the body takes the place of its caller.
public enum MainQueueHost: String, Sendable, CaseIterable {
  /// The body is the main thread, on the main queue, which is served while it sits in a run loop, in
  /// `dispatchMain()`, or after it returned: a plain program, a synchronous XCTest.
  case bodyIsMain = "body"
  /// The body is a worker, on the main queue: a test of the main actor.
  case bodyOnMainQueue = "worker"
  /// The body is a thread of its own; a worker serves the main queue, as after `dispatchMain()`.
  case served = "served"
}
