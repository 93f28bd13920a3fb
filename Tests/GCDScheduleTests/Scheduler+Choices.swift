// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule
import GCDVocabulary

/// The questions of a run, asked through the scheduler.
extension Scheduler {
  func next(_ candidates: UnsafePointer<TaskID>, _ count: Int, baseline: Int) -> Int {
    choices.pointee.next(candidates, count, baseline: baseline)
  }

  func choose(_ count: Int) -> Int { choices.pointee.choose(count) }
  func random() -> UInt64 { choices.pointee.random() }
  func yielded(_ task: TaskID) { choices.pointee.yielded(task) }
}
