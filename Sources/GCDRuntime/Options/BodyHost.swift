// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Whose place the body takes, and with it who runs the blocks of the main queue (Design.md "The place of the
/// body").
public enum BodyHost: String, Sendable, CaseIterable {
  /// The process's main thread, on the main queue, which is served while the body sits in a run loop, in
  /// `dispatchMain()`, or after it returned: a plain program, a synchronous XCTest.
  case mainThread = "main-thread"
  /// A worker, on the main queue: a test of the main actor.
  case mainQueue = "main-queue"
  /// A thread of its own; a worker serves the main queue, as after `dispatchMain()`.
  case served
}
