// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// The choices of a scheduler's current run, for whoever asks at every step: asking through a class would
/// count a reference up and down each time.
///
/// Only a pointer, passed by value; valid as long as its scheduler lives.
public struct Choices {
  let state: UnsafeMutablePointer<SchedulerState>

  /// As `Scheduler.next`.
  public func next(
    _ candidates: UnsafePointer<TaskID>, _ count: Int, current: TaskID, baseline: Int
  ) -> Int {
    state.pointee.next(candidates, count, baseline: baseline)
  }
}
