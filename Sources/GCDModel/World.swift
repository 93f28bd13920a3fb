// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Everything that Dispatch is during one run: tasks, queues and primitives, as one small-step machine
/// without threads.
///
/// A task *announces* the operation it is about to do; the one that schedules picks a member of the enabled
/// set and *performs* its operation. Deterministic: the same calls give the same world. The owner allocates
/// one world behind a pointer, never copies it, resets it between runs and deallocates it in the end; it is
/// not safe for threads.
///
/// All tables hold plain data and grow by hand, all lists run through indices: announcing and performing
/// allocate nothing once the tables have their size, and stay fast without optimisation. Methods that
/// change nothing are "mutating" all the same: without optimisation a call of any other method copies the
/// whole struct.
public struct World {
  // Invariant of every table: entries below its count are initialised, those above are not.
  // Values given here hold until `reset`, which sets those that a run begins with.
  @usableFromInline var tasks: UnsafeMutablePointer<TaskState>
  var taskCapacity: Int
  @usableFromInline var taskCount: Int = 0
  /// Per task, `creationSlots` counters of what it has made, by kind.
  var creationCounters: UnsafeMutablePointer<UInt32>

  @usableFromInline var lanes: UnsafeMutablePointer<LaneState>
  var laneCapacity: Int
  var laneCount: Int = 0
  /// The lane of each queue, by the index of its id; sources have lanes that are no queues.
  @usableFromInline var queueLanes: UnsafeMutablePointer<Int>
  var queueCapacity: Int
  var queueCount: Int = 0

  var frames: UnsafeMutablePointer<FrameState>
  var frameCapacity: Int
  var frameCount: Int = 0
  /// Head of the list of unused frames, through `outer`.
  var freeFrame: Int = -1

  @usableFromInline var semaphores: UnsafeMutablePointer<SemaphoreState>
  var semaphoreCapacity: Int
  var semaphoreCount: Int = 0
  var groups: UnsafeMutablePointer<GroupState>
  var groupCapacity: Int
  var groupCount: Int = 0
  var locks: UnsafeMutablePointer<LockState>
  var lockCapacity: Int
  var lockCount: Int = 0
  var conditions: UnsafeMutablePointer<ConditionState>
  var conditionCapacity: Int
  var conditionCount: Int = 0
  var onces: UnsafeMutablePointer<OnceState>
  var onceCapacity: Int
  var onceCount: Int = 0
  var futexes: UnsafeMutablePointer<FutexState>
  var futexCapacity: Int
  var futexCount: Int = 0
  var sources: UnsafeMutablePointer<SourceState>
  var sourceCapacity: Int
  var sourceCount: Int = 0
  var workItems: UnsafeMutablePointer<WorkItemState>
  var workItemCapacity: Int
  var workItemCount: Int = 0
  /// Objects that nothing refers to any more, oldest first, until a task takes them away.
  var expired: UnsafeMutablePointer<ObjectID>
  var expiredCapacity: Int
  public internal(set) var expiredCount: Int = 0
  /// Stable ids of variables.
  var variables: UnsafeMutablePointer<UInt64>
  var variableCapacity: Int
  var variableCount: Int = 0
  var readWriteLocks: UnsafeMutablePointer<ReadWriteLockState>
  var readWriteLockCapacity: Int
  var readWriteLockCount: Int = 0
  var sharedHolds: UnsafeMutablePointer<SharedHold>
  var sharedHoldCapacity: Int
  var sharedHoldCount: Int = 0
  /// Head of the list of unused holds, through `next`.
  var freeSharedHold: Int = -1
  var barriers: UnsafeMutablePointer<BarrierState>
  var barrierCapacity: Int
  var barrierCount: Int = 0
  var threads: UnsafeMutablePointer<ThreadState>
  var threadCapacity: Int
  var threadCount: Int = 0
  /// Stable ids of descriptors.
  var descriptors: UnsafeMutablePointer<UInt64>
  var descriptorCapacity: Int
  var descriptorCount: Int = 0

  /// The tasks that can take a step now, in no particular order; valid up to `enabledCount`, until the next
  /// call.
  public internal(set) var enabled: UnsafeMutablePointer<TaskID>
  public internal(set) var enabledCount: Int = 0
  /// The xor of `stableID + clockShare` over the enabled set.
  public internal(set) var enabledHash: UInt64 = 0
  /// The enabled task that became enabled last and was not passed over since; 0 = none.
  @usableFromInline var youngest: Int = 0
  /// Grows whenever a task that is no handler of a source becomes enabled.
  var progressCounter: UInt64 = 0

  /// Deadlines, ordered by time, then by order of arrival.
  var heap: UnsafeMutablePointer<DeadlineEntry>
  var heapCapacity: Int
  var heapCount: Int = 0
  var heapTicket: UInt64 = 0
  /// The shortest time, in nanoseconds, that was left to a deadline while others than the clock could
  /// continue; `.max` = there was no such deadline.
  var closestDeadline = UInt64.max
  /// Deadlines in the heap that belong to repeating timers.
  var repeatingDeadlines: Int = 0
  /// Virtual time, in nanoseconds since the start of the run.
  public internal(set) var now: UInt64 = 0
  /// How far ahead of ready work the clock may move, in nanoseconds; set per run.
  public var skew: UInt64 = 0
  /// As in `WorldConfiguration`.
  var lateness: UInt64 = 0
  /// No deadline will change anything for those that are blocked: `diagnoseQuiescence` looks past them.
  public var ignoresDeadlines: Bool = false
  /// Arrivals of one deadline that are enabled and not performed yet.
  var openArrivals: Int = 0
  /// The deadline of those.
  var arrivalDeadline: UInt64 = 0
  /// Due arrivals of later deadlines, in order; they become enabled when `openArrivals` is back at 0.
  var lateArrivals: UnsafeMutablePointer<TaskList>

  /// The pools that the run began with.
  var poolLimit: PoolLimit = .unbounded
  /// By the raw value of `PoolSort`.
  var pools: UnsafeMutablePointer<PoolState>
  /// Workers that came during the run because all waited.
  var addedWorkers: Int = 0

  var nextTicket: UInt64 = 0
  var mainHost: MainQueueHost = .served
  var isMainServed: Bool = true
  /// The main thread is in `_dispatch_main_queue_callback_4CF`.
  var isMainDraining: Bool = false
  /// Blocks that came to the main queue later than this wait for the next callback.
  var mainLimit: UInt64 = UInt64.max
  /// There may be new work for the main thread: set when a block reaches a queue that it serves.
  public var mainMayHaveWork: Bool = false
  /// The task whose wait closed the last cycle of owners.
  var cycleStart: Int = -1
  /// Tasks that have been made and have not ended, without the clock.
  public internal(set) var tasksAlive: Int = 0
  /// Steps performed since the start of the run.
  public internal(set) var stepCount: StepIndex = 0
  var recordsLedger: Bool = false
  /// Filled by the methods of "World+Ordering", one call at a time.
  public internal(set) var orderMarks: [SyncPoint] = []
  /// A robust mutex was made in this run: ends of threads look for theirs.
  var hasRobustLocks: Bool = false
  /// A queue or source that is at another queue was made in this run.
  @usableFromInline var hasNestedLanes: Bool = false
  /// For the tests of the tests only; a reset keeps it.
  public var plantedFault: InjectedFault = .none
  var ledger: [LedgerEntry] = []
}
