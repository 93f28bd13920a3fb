// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDThread
import GCDVocabulary

/// What the engine knows of a task next to its state in the model.
struct TaskRecord {
  /// Set from its start to its end; a task that is still queued has none.
  var thread: VirtualThread?
  /// The block or function; meaningless for the body and for threads.
  var work = gcdc_work.nothing
  /// Result of the operation that was performed last for this task.
  var result: Int64 = 0
  /// The place in the program of its current operation.
  var site = Site.none
  /// Stack of the current operation; only while stacks are recorded.
  var stack = StackReference.none
  /// Where it was submitted.
  var submission = Site.none
  var submissionStack = StackReference.none
  /// Position of the scenario step that it executes; `.none` outside scenarios.
  var position = Site.none
  /// How it was submitted: `async`, `after`, `notify`, …
  var submittedBy = OperationKind.none
  /// Virtual nanoseconds that its submission asked to wait; 0 = none.
  var delay: UInt64 = 0
  /// The task that submitted it.
  var creator = TaskID.none
  /// A source's handlers: the source; work that apply hands out: none.
  var source = ObjectID.none
  /// Number shown for the worker that runs it, from 1; 0 = body, or not started; `onMainThread`.
  var workerNumber: UInt32 = 0
  /// How many steps the run had made when it made its last one.
  var lastStep = 0
  /// What its block is to Swift's concurrency runtime.
  var job = SwiftJob.none
  /// The Swift task that the block was submitted for; `.none` where it was not for one alone.
  var jobTask = ObjectID.none
  /// The Swift task that makes its current operation; only while stacks are recorded.
  var swiftTask = ObjectID.none
  /// The last one that made an operation in it, or that slept until it was due; only while stacks are
  /// recorded.
  var lastSwiftTask = ObjectID.none
  /// The actor that it is on in its current operation, by its address; 0 = none. Only while stacks are
  /// recorded.
  var actor: UInt = 0
  /// It is a job of Swift Testing's own.
  var isOfTestFramework = false
  /// That job is in the code of a test.
  var isInTestCode = false
  /// The task on top of whose stack it runs: blocks that a run loop takes from the main queue.
  var host = TaskID.none

  /// The iteration of a `concurrentPerform` that it is in the middle of.
  var iteration = ApplyIteration.none

  /// How many calls of libraries it is in that may let others continue and have not returned.
  var libraryCalls: UInt32 = 0

  /// The worker number of a block that runs on the virtual main thread.
  static let onMainThread = UInt32.max
}

/// One call of the block of a `concurrentPerform`.
struct ApplyIteration {
  /// The queue that the iterations are for; `.none` = no iteration.
  var queue: ObjectID
  /// As the block gets it.
  var index: Int

  static var none: ApplyIteration { ApplyIteration(queue: .none, index: 0) }
}

/// The records of one run, in a buffer that is kept from run to run and moves when it grows.
struct TaskTable {
  private(set) var base: UnsafeMutablePointer<TaskRecord>
  /// Records below this index are initialised.
  private(set) var count = 0
  private var capacity = 256

  /// The record of the clock, which comes first and which nothing changes, is there from the start.
  init() {
    base = .allocate(capacity: capacity)
    (base + Int(TaskID.clock.rawValue)).initialize(to: TaskRecord())
  }

  /// Valid until the next record is added.
  @inline(__always)
  subscript(task: TaskID) -> UnsafeMutablePointer<TaskRecord> { base + Int(task.rawValue) }

  mutating func removeAll() { count = 0 }

  /// Whether a record is at this address.
  func contains(_ address: UInt) -> Bool {
    address &- UInt(bitPattern: base) < UInt(capacity * MemoryLayout<TaskRecord>.stride)
  }

  /// Adds a record and returns its memory, to be initialised by the caller: an unoptimised build would copy a
  /// record several times on its way. `task` is the next one, but for ids that never get a record.
  @inline(__always)
  mutating func add(_ task: TaskID) -> UnsafeMutablePointer<TaskRecord> {
    let index = Int(task.rawValue)
    if index >= capacity { grow(to: index + 1) }
    count = index &+ 1
    return base + index
  }

  @inline(never)
  private mutating func grow(to needed: Int) {
    let capacity = max(needed, capacity * 2)
    let larger = UnsafeMutablePointer<TaskRecord>.allocate(capacity: capacity)
    larger.moveInitialize(from: base, count: count)
    base.deallocate()
    base = larger
    self.capacity = capacity
  }
}
#endif
