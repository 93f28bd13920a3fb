// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDThread
import GCDModel
import GCDSchedule
import GCDVocabulary

/// How one run ended.
enum RunEnd: UInt8 {
  case running
  /// The body returned and everything that could follow has followed.
  case finished
  /// Nothing is enabled, no deadline is left, and the body has not returned.
  case quiescent
  /// An owner cycle closed at the last step.
  case ownerCycle
  /// The last step is one for which libdispatch ends the process.
  case misuse
  /// The last call is one that gcdcheck cannot do under control.
  case refused
  /// `maximalSteps` were executed, and the run still goes round.
  case stepLimit
  /// The system gave no more threads.
  case outOfThreads
  /// Time or the user ended it from outside: it says nothing about the program.
  case cut
}

/// Where a run is between its start and its end (Design.md "Phases of a run").
enum RunPhase: UInt8 {
  case body
  case drain
  case over
}

/// All state of one controlled run.
///
/// It lives at one address for the whole life of the process and is reached through `Engine` only: a switch
/// of threads happens in the middle of its methods, so nothing may hold an `inout` access to it across one.
struct Execution {
  var world: World
  var trace = Trace()
  var stacks = StackArena()
  var objects = ObjectTable()
  var records = ObjectRecords()

  // Tasks, indexed by TaskID; grown when the model makes more.
  var tasks: UnsafeMutablePointer<TaskRecord>
  var taskCapacity: Int
  /// Records below this index are initialised.
  var taskRecords = 0

  /// The task whose code runs now.
  var current = TaskID.none
  /// The thread to go back to when the run is over.
  var carrier: VirtualThread?
  /// The virtual main thread, kept for that: runtime libraries remember per thread which kernel thread it is.
  var mainThread: VirtualThread?
  /// Threads at the base of their stacks, ready for a task: a list through `next`, last in, first out.
  var idleThreads: VirtualThread?
  /// The other end of that list.
  var lastIdleThread: VirtualThread?
  /// Distinguishes this run in `gcdc_thread.run`, so that worker numbers begin anew.
  var runStamp: UInt32 = 0
  var workersSeen: UInt32 = 0

  var scheduler: Scheduler { didSet { choices = scheduler.choices } }
  /// Those of `scheduler`.
  private(set) var choices: Choices
  /// The key of the block that the running task submits next, where it is private; 0 = it is not.
  var privatePost: UInt64 = 0
  /// Set where a search through all orders decides the run; owned by the explorer.
  var searched: UnsafeMutablePointer<ExhaustiveExecution>?
  var phase = RunPhase.over
  var end = RunEnd.finished
  var endTask = TaskID.none
  var endMisuse = Misuse.none
  var endObject = ObjectID.none

  /// The body has called `dispatchMain`: it will never return, and nothing is missing when nothing is left.
  var hasEnteredMain = false

  /// The program is a bundle of tests, none of which serves clients; never changes in a process.
  var isTestBundle = false { didSet { stepsAreWatched = watchesRaces || isTestBundle } }
  /// More than the model is to see an operation: `watchesRaces` or `isTestBundle`.
  private(set) var stepsAreWatched = false
  /// Queues that a test framework has made for itself, and work items on them; in a bundle of tests only.
  var frameworkObjects: Set<UInt32> = []
  /// The program has an async main: it has not ended before it has called `exit`, and what it waits for is
  /// missing when nothing is left.
  var mustExit = false
  /// The Swift tasks that the run has made.
  var swiftTasks = SwiftTaskTable()
  /// What has continued since a task was woken last.
  var idle = IdleRounds()
  /// Questions for cancellation in a row by one task, and how many steps there were after the last one.
  var questions = (count: 0, task: TaskID.none, steps: -1)

  /// Grows with every step and every run: the watchdog looks at it.
  var progress: UInt64 = 0
  /// After so many steps the run is judged, and after as many again.
  var maximalSteps = 100_000
  /// The numbers of steps at which the run looks outside next, and at which it is judged.
  var nextPoll = 0
  var nextJudgement = 0
  /// What keeps one task from continuing forever while others could.
  var longTurn = LongTurn()
  /// Whether the run does nothing any more but look for something that no task will do.
  var pollRounds = PollRounds()
  /// The real nanosecond from which on the run is to end; `.max` = none.
  var cutDeadline = UInt64.max
  /// Where each look writes how many steps there are, for who waits in another process; shared memory that
  /// lives as long as this process.
  var reportedSteps: UnsafeMutablePointer<Int64>?
  /// The step before which the next run stops for a debugger.
  var debuggerStep = Int.max
  /// How many objects there were then, and how many calls had moved data.
  var objectsAtPoll = 0
  var transfersAtPoll: UInt64 = 0
  /// Between the last two looks new objects came, or data was moved: a run that goes round uses the same
  /// objects forever.
  var isProgressing = false
  /// Virtual nanoseconds after the body's return to which one-shot deadlines are still served.
  var settle: UInt64 = 60_000_000_000
  var settleLimit: UInt64 = .max
  /// How often the clock moved after the body's return with nothing but repeating timers left.
  var idleAdvances = 0
  /// Reads of a clock by the running task since its last operation: a poll loop is reported by their number.
  var clockReads = 0
  var runLoops = RunLoopState()
  /// Sleeps of no duration at the instant of the last one.
  var zeroSleeps = 0
  var lastEmptySleep: UInt64 = 0
  /// The Swift task that the body runs in, where it is an async function: alive while the body waits for it.
  var suspendedBody: UnsafeRawPointer?
  /// The task whose run loop had nothing to wait for at last, and how many steps there were then.
  var emptyRunLoopPass = (task: TaskID.none, steps: 0)
  /// How many steps there were when the libraries' locks were last looked at.
  var stepsAtPoll = -1
  /// The program is built with ThreadSanitizer, which must be notified of what is in order; never changes.
  let watchesRaces: Bool
  /// Full stacks at every operation: on in the run that confirms a finding.
  var recordsStacks = false

  /// For each entry of the model's ledger, in order, where it was made; only while stacks are recorded.
  var ledgerNotes: [LedgerNote] = []
  /// Steps at which another task continued although the one before could have; only while stacks are
  /// recorded.
  var preemptionSteps: [Int] = []
  /// Real objects kept alive until the run is over.
  var pins: [UnsafeMutableRawPointer] = []
  /// Real queues that were made inactive and real sources, which always are: their last release would trap,
  /// and it may come after the run.
  var inactiveQueues: [UnsafeMutableRawPointer] = []
  var liveSources: [UnsafeMutableRawPointer] = []
  /// Work items that the run has touched; calling one arrives at the engine until the run is over.
  var items = ItemTable()
  var specifics = Specifics()
  /// Finalizers and destructors that the run has submitted.
  var finalizersSubmitted = 0
  var sources = SourceTable()
  var descriptors = DescriptorState()
  /// Workloops whose priority was set: only then may their processor share be.
  var workloopsWithPriority: [ObjectID] = []
  /// A mutex that checks for errors or is robust was met in this run: only then do locks ask for their kind.
  var hasUnusualLocks = false
  /// Threads of the program's own, indexed as `ObjectID.index`.
  var threads: [ThreadRecord] = []
  /// Barrier blocks sent to a global queue: a warning each (GCD303).
  var globalBarriers: [GlobalBarrierNote] = []
  /// Sources dropped while they ran (GCD208).
  var droppedSources: [DroppedSourceNote] = []
  /// Failures reported by the program itself (scenario assertions).
  var failures: [RunFailure] = []
  /// Threads that the program made while under control (GCD902).
  var uncontrolledThreads: [Site] = []
  /// Queues and groups from outside on which real work was under way when the run took them over (GCD902).
  var workInFlight: [ObjectID] = []
  /// Groups and semaphores from outside, with the counts that they had when the run took them over.
  var externalObjects: [ExternalObject] = []
  /// Addresses of objects with real work, for the length of one exploration.
  var busyObjects: Set<UInt> = []
  var programOutput = ProgramOutput()
  /// Tokens of lazy globals whose initialisers run now.
  var openOnceTokens: [UnsafeMutableRawPointer] = []

  /// The body as a block on the stack of the caller, and what it is to be called through; set for the length
  /// of one exploration.
  var bodyBlock: UnsafeMutableRawPointer?
  var enclosure: BodyEnclosure?
  var host = BodyHost.served
  /// The kernel's id of the process and of its main thread; read anew for each exploration, which may be in a
  /// fork.
  var processID: Int32 = 0

  /// Objects of threads that earlier runs of the process have left.
  var leftThreads = SurvivingThreads()

  /// Names that the program gave to objects which have no label of their own (scenario files).
  var names: [ObjectID: String] = [:]
  var lastRegistered = ObjectID.none

  init(scheduler: Scheduler, configuration: WorldConfiguration) {
    world = World(configuration)
    self.scheduler = scheduler
    choices = scheduler.choices
    watchesRaces = gcdc_races_are_watched()
    stepsAreWatched = watchesRaces
    taskCapacity = 256
    tasks = .allocate(capacity: taskCapacity)
  }
}

/// Where a count was changed.
struct LedgerNote {
  var step: Int
  var site: Site
  var stack: StackReference
}

/// A barrier block that was handed to a global queue.
struct GlobalBarrierNote {
  var task: TaskID
  var queue: ObjectID
  var kind: OperationKind
  var site: Site
  var stack: StackReference
}

/// A source whose last reference went away while it ran.
struct DroppedSourceNote {
  var source: ObjectID
  var step: Int
  var task: TaskID
  var site: Site
  var stack: StackReference
}

/// A failure that the program reported while it ran.
struct RunFailure: Sendable, Equatable {
  var message: String
  var site: Site
  var step: Int
  var task: TaskID
}
#endif
