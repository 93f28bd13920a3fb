// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDModel
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
  /// The last step resumes a continuation that has been resumed.
  case resumedTwice
  /// The last step asks for an element of a stream that another task awaits, and that has one consumer.
  case secondConsumer
  /// The last call is one that gcdcheck cannot do under control.
  case refused
  /// `maximalSteps` were executed, and the run still makes no progress.
  case stepLimit
  /// The system gave no more threads.
  case outOfThreads
  /// Time or the user ended it from outside: it says nothing about the program.
  case cut
}

/// What a run is in between its start and its end (Design.md "Phases of a run").
enum RunPhase: UInt8 {
  case body
  case drain
  case over
}

/// What a run is asked to do next to its schedule.
struct RunSettings {
  var configuration: WorldConfiguration
  /// Full stacks at every operation: for the run that confirms a finding.
  var recordsStacks = false
  /// The search that the schedule is one of; it outlives the run.
  var search: UnsafeMutablePointer<ExhaustiveExecution>?
  /// The step before which the run stops for a debugger.
  var debuggerStep = Int.max
  /// The real nanosecond from which on the run is to end; `.max` = none.
  var cutDeadline = UInt64.max
  /// The run ends with a standstill after so many steps that only time limits of waits would end; `.max` =
  /// none.
  var standstill = Int.max
  /// The run begins with steps that other schedules have as well; nil = it does not.
  var prologue: Prologue?
}

/// The plain values of one run, set as one.
struct RunState {
  var phase = RunPhase.over
  var end = RunEnd.finished
  /// The task, misuse and object of that end, where it has them.
  var endTask = TaskID.none
  var endMisuse = Misuse.none
  var endObject = ObjectID.none
  /// The resume before the second one that ended it.
  var firstResumption: SwiftTaskTable.Resumption?
  /// The consumer before the second one that ended it.
  var firstConsumer: StreamConsumers.Consumer?

  /// From `RunSettings`; nil when the run is over.
  var search: UnsafeMutablePointer<ExhaustiveExecution>?
  let cutDeadline: UInt64
  let standstill: Int
  /// The task that sleeps and looks, sleeps and looks at that standstill; `.none` = no one does.
  var poller = TaskID.none

  /// The body has called `dispatchMain`: it never returns, and the end of all work is the end of the run.
  var hasEnteredMain = false
  /// The program has an async main: it ends by a call of `exit`, and when nothing is enabled before that,
  /// what it waits for is missing.
  var mustExit = false
  /// The Swift task that the body runs in, where it is an async function: alive while the body waits for it.
  var suspendedBody: UnsafeRawPointer?
  /// That task, also when it has ended.
  var bodyTask = ObjectID.none
  /// The body has returned, or a test has ended, and what follows happens to what it left behind.
  private(set) var hasReturned = false
  /// The end of a bundle of tests.
  var exit = ExitOfTests()
  /// The virtual time up to which one-shot deadlines are served; `.max` while the body runs.
  var settleLimit = UInt64.max
  /// How often the clock moved after the body's return with nothing but repeating timers left.
  var idleAdvances = 0
  /// Borrowed threads that have served as workers: the next worker's number.
  var workersSeen: UInt32 = 0

  /// Calls that let others continue where another task than the caller's was enabled; counted where
  /// `Choices.watchesReleases`.
  var releases = 0
  /// Locks and unlocks of the program's `Mutex` objects so far.
  var mutexCalls: UInt32 = 0
  /// One of them was locked by no step while another task could continue.
  var hasUnseenLocks = false

  /// The key of the block that the running task submits next, where it is private; 0 = it is not.
  var privatePost: UInt64 = 0
  /// The block that the running task submits next with a delay is due when nothing else can continue.
  var postsWhenSettled = false
  /// The object that was registered last.
  var lastRegistered = ObjectID.none
  /// What the runtime keeps of the async function that makes the next operation, where that is on no stack.
  var asyncCall: UnsafeRawPointer?
  /// The frame of the async function that has announced the last step of a Swift task; nil once it continues.
  /// Others may have made steps of any kind since.
  var asyncFrame: (announcer: TaskID, frame: UnsafeRawPointer)?
  /// Finalizers and destructors that the run has submitted.
  var finalizersSubmitted = 0
  /// A mutex that checks for errors or is robust was met: only then do locks ask for their kind.
  var hasUnusualLocks = false
  /// Workloops whose priority was set: only then may their processor share be.
  var workloopsWithPriority: [ObjectID] = []
  /// Queues that a test framework has made for itself, and work items on them.
  var frameworkObjects: Set<UInt32> = []

  /// Before the first run.
  init() {
    search = nil
    cutDeadline = .max
    standstill = .max
  }

  init(_ settings: RunSettings) {
    search = settings.search
    cutDeadline = settings.cutDeadline
    standstill = settings.standstill
    phase = .body
    end = .running
  }

  /// The body has returned: what it left behind continues.
  mutating func beginDrain(at now: UInt64, settle: UInt64) {
    phase = .drain
    hasReturned = true
    limitTime(at: now, settle: settle)
  }

  /// One-shot deadlines are served for so long from now on.
  mutating func limitTime(at now: UInt64, settle: UInt64) {
    settleLimit = settle > UInt64.max - now ? .max : now + settle
  }
}
#endif
