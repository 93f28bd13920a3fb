// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// The choices of a scheduler's current run, for the caller that asks at every step: asking through a class
/// would count a reference up and down each time.
///
/// Only a pointer, passed by value; valid as long as its scheduler lives.
public struct Choices {
  let state: UnsafeMutablePointer<SchedulerState>
  /// Of `state`, for code that is compiled into the module of the caller that asks.
  @usableFromInline let requiredInputs: UnsafeMutablePointer<UInt8>

  static var viewBit: UInt8 { 1 }
  static var stepsBit: UInt8 { 2 }

  init(_ state: UnsafeMutablePointer<SchedulerState>) {
    self.state = state
    requiredInputs = state.pointer(to: \.requiredInputs)!
  }

  /// As `Scheduler.next`.
  public func next(
    _ candidates: UnsafePointer<TaskID>, _ count: Int, baseline: Int
  ) -> Int {
    state.pointee.next(candidates, count, baseline: baseline)
  }

  /// Whether this run's choices are to be asked for with a view of the tasks.
  @inlinable
  public var needsTaskView: Bool { requiredInputs.pointee & 1 != 0 }

  /// Whether `executed` is to be called after every step of this run.
  @inlinable
  public var countsSteps: Bool { requiredInputs.pointee & 2 != 0 }

  /// As the other `next`, in runs that look at the tasks.
  public func next(
    _ candidates: UnsafePointer<TaskID>, _ count: Int, baseline: Int, view: TaskView
  ) -> Int {
    state.pointee.next(candidates, count, baseline: baseline, view: view)
  }

  /// Tells that a task has made a step.
  public func executed(_ task: TaskID, _ operation: Operation, view: TaskView) {
    state.pointee.executed(task, operation, view)
  }
}
