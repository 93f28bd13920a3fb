// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDThread
import GCDVocabulary

typealias VirtualThread = UnsafeMutablePointer<gcdc_thread>

/// What the engine knows of a task next to its state in the model.
struct TaskRecord {
  /// Set from its start to its end; a task that is still queued has none.
  var thread: VirtualThread?
  /// The block or function; meaningless for the body and for threads.
  var work: gcdc_work
  /// Result of the operation that was performed last for this task.
  var result: Int64
  /// Where its current operation is.
  var site: Site
  /// Stack of the current operation; only while stacks are recorded.
  var stack: StackReference
  /// Where it was submitted.
  var submission: Site
  var submissionStack: StackReference
  /// Position of the scenario step that it executes; `.none` outside scenarios.
  var position: Site
  /// How it was submitted: `async`, `after`, `notify`, …
  var submittedBy: OperationKind
  /// Virtual nanoseconds that its submission asked to wait; 0 = none.
  var delay: UInt64
  /// Who submitted it.
  var creator: TaskID
  /// A source's handlers: the source; work that apply hands out: none.
  var source: ObjectID
  /// Number shown for the worker that runs it, from 1; 0 = body, or not started; `onMainThread`.
  var workerNumber: UInt32
  /// How many steps the run had made when it made its last one.
  var lastStep = 0
  /// What its block is to Swift's concurrency runtime.
  var job = SwiftJob.none
  /// It is a job of Swift Testing's own.
  var isOfTestFramework = false
  /// That job is in the code of a test.
  var isInTestCode = false
  /// The task on top of whose stack it runs: blocks that a run loop takes from the main queue.
  var host = TaskID.none

  /// The worker number of a block that runs on the virtual main thread.
  static let onMainThread = UInt32.max
}
#endif
