// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDVocabulary

/// How tasks of one run poll: by clocks, rests without time, run loops and questions. Time passes for them,
/// or other tasks are preferred, once that is all that they do.
struct PollingState {
  /// Reads of a clock by the running task since its last operation: many make a poll loop.
  var clockReads = 0
  /// Sleeps of no duration at the instant of the last one.
  var zeroSleeps = 0
  var lastEmptySleep: UInt64 = 0
  /// How many steps there were when the libraries' locks were last polled.
  var stepsAtPoll = -1
  /// The task whose run loop had nothing to wait for at last, and how many steps there were then.
  var emptyRunLoopPass = (task: TaskID.none, steps: 0)
  /// Questions for cancellation in a row by one task, and how many steps there were after the last one.
  var questions = (count: 0, task: TaskID.none, steps: -1)
  /// The file that was looked for last, by its path.
  var lookedFor: UInt = 0
  /// Rounds since a task was last woken by anything but time or a yield.
  var idle = IdleRounds()
}
#endif
