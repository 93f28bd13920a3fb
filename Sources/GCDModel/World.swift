// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Everything that Dispatch is during one run: tasks, queues and primitives, as one small-step machine
/// without threads.
///
/// A task *announces* the operation it is about to do; whoever schedules picks a member of the enabled set
/// and *performs* its operation. Deterministic: the same calls give the same world. The owner allocates one
/// world behind a pointer, never copies it, resets it between runs and deallocates it in the end; it is not
/// safe for threads.
///
/// All tables hold plain data and grow by hand, all lists run through indices: announcing and performing
/// allocate nothing once the tables have their size, and stay fast without optimisation. Methods that
/// change nothing are "mutating" all the same: without optimisation a call of any other method copies the
/// whole struct.
public struct World {
  // Invariant of every table: entries below its count are initialised, those above are not.
  @usableFromInline var tasks: UnsafeMutablePointer<TaskState>
  var taskCapacity: Int
  @usableFromInline var taskCount: Int
  /// Per task, `birthSlots` counters of what it has made, by kind.
  var births: UnsafeMutablePointer<UInt32>

  @usableFromInline var lanes: UnsafeMutablePointer<LaneState>
  var laneCapacity: Int
  var laneCount: Int
  /// The lane of each queue, by the index of its id; sources have lanes that are no queues.
  @usableFromInline var queueLanes: UnsafeMutablePointer<Int>
  var queueCapacity: Int
  var queueCount: Int

  var frames: UnsafeMutablePointer<FrameState>
  var frameCapacity: Int
  var frameCount: Int
  /// Head of the list of unused frames, through `outer`.
  var freeFrame: Int

  @usableFromInline var semaphores: UnsafeMutablePointer<SemaphoreState>
  var semaphoreCapacity: Int
  var semaphoreCount: Int
  var groups: UnsafeMutablePointer<GroupState>
  var groupCapacity: Int
  var groupCount: Int
  var locks: UnsafeMutablePointer<LockState>
  var lockCapacity: Int
  var lockCount: Int
  var conditions: UnsafeMutablePointer<ConditionState>
  var conditionCapacity: Int
  var conditionCount: Int
  var onces: UnsafeMutablePointer<OnceState>
  var onceCapacity: Int
  var onceCount: Int
  var futexes: UnsafeMutablePointer<FutexState>
  var futexCapacity: Int
  var futexCount: Int
  var sources: UnsafeMutablePointer<SourceState>
  var sourceCapacity: Int
  var sourceCount: Int
  var workItems: UnsafeMutablePointer<WorkItemState>
  var workItemCapacity: Int
  var workItemCount: Int
  /// Objects that nothing refers to any more, oldest first, until somebody takes them away.
  var expired: UnsafeMutablePointer<ObjectID>
  var expiredCapacity: Int
  public internal(set) var expiredCount: Int
  /// Stable ids of variables.
  var variables: UnsafeMutablePointer<UInt64>
  var variableCapacity: Int
  var variableCount: Int
  var readWriteLocks: UnsafeMutablePointer<ReadWriteLockState>
  var readWriteLockCapacity: Int
  var readWriteLockCount: Int
  var sharedHolds: UnsafeMutablePointer<SharedHold>
  var sharedHoldCapacity: Int
  var sharedHoldCount: Int
  /// Head of the list of unused holds, through `next`.
  var freeSharedHold: Int
  var barriers: UnsafeMutablePointer<BarrierState>
  var barrierCapacity: Int
  var barrierCount: Int
  var threads: UnsafeMutablePointer<ThreadState>
  var threadCapacity: Int
  var threadCount: Int
  /// Stable ids of descriptors.
  var descriptors: UnsafeMutablePointer<UInt64>
  var descriptorCapacity: Int
  var descriptorCount: Int

  /// The tasks that can take a step now, in no particular order; valid up to `enabledCount`, until the next
  /// call.
  public internal(set) var enabled: UnsafeMutablePointer<TaskID>
  public internal(set) var enabledCount: Int
  /// The xor of `mix(stableID)` over the enabled set.
  public internal(set) var enabledHash: UInt64
  @usableFromInline var oldest: Int
  @usableFromInline var youngest: Int
  /// Grows whenever a task that is no handler of a source becomes enabled.
  var lifeSigns: UInt64

  /// Deadlines, ordered by time, then by order of arrival.
  var heap: UnsafeMutablePointer<DeadlineEntry>
  var heapCapacity: Int
  var heapCount: Int
  var heapTicket: UInt64
  /// Deadlines in the heap that belong to repeating timers.
  var repeatingDeadlines: Int
  /// Virtual time, in nanoseconds since the start of the run.
  public internal(set) var now: UInt64
  /// How far ahead of ready work the clock may move, in nanoseconds; set per run.
  public var skew: UInt64
  /// Arrivals of one deadline that are enabled and not performed yet.
  var openArrivals: Int
  /// The deadline of those.
  var arrivalDeadline: UInt64
  /// Due arrivals of later deadlines, in order; they become enabled when `openArrivals` is back at 0.
  var lateArrivals: UnsafeMutablePointer<TaskList>

  var poolWidth: Int
  var slotsTaken: Int
  /// Startable items without a slot, oldest first, through `older` and `younger`.
  var poolHead: Int
  var poolTail: Int
  var poolWaiting: Int
  /// Started items that are not enabled.
  var blockedWorkers: Int
  /// The peak of workers needed at once: those blocked while one more block started.
  public internal(set) var workersNeeded: Int

  var nextTicket: UInt64
  var mainHost: MainQueueHost
  var isMainServed: Bool
  /// The main thread is in `_dispatch_main_queue_callback_4CF`.
  var isMainDraining: Bool
  /// Blocks that came to the main queue later than this wait for the next callback.
  var mainLimit: UInt64
  /// There may be new work for the main thread: set when a block reaches a queue that it serves.
  public var mainMayHaveWork: Bool
  var searchMark: UInt64
  /// The task whose wait closed the last cycle of owners.
  var cycleStart: Int
  /// Tasks that have been made and have not ended, without the clock.
  public internal(set) var tasksAlive: Int
  /// Steps performed since the start of the run.
  public internal(set) var stepCount: StepIndex
  var recordsLedger: Bool
  /// Filled by the methods of "World+Ordering", one call at a time.
  public internal(set) var orderMarks: [OrderMark]
  /// A robust mutex was made in this run: ends of threads look for theirs.
  var hasRobustLocks: Bool
  /// A queue or source that stands at another queue was made in this run.
  @usableFromInline var hasNestedLanes: Bool
  /// For the tests of the tests only; a reset keeps it.
  public var plantedFault: PlantedFault
  var ledger: [LedgerEntry]
}
