// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary

/// All state of the engine, in parts by how long they live: one run, one exploration, the process.
///
/// It has one address for the whole life of the process and is reached through `Engine` only: a switch of
/// threads happens in the middle of its methods, so nothing may hold an `inout` access to it across one.
struct Execution {
  // MARK: One run; set by `beginRun`, memory is kept from run to run

  var world: World
  var trace = Trace()
  var stacks = StackArena()
  var objects = ObjectTable()
  var records = ObjectRecords()
  var tasks = TaskTable()
  /// The task whose code runs now.
  var current = TaskID.none
  var listeners = Listeners.none
  var run = RunState()
  /// Those behind which others could continue, in a run of which `Choices.watchesReleases`.
  var releaseSites = ReleaseSites()
  var notes = RunNotes()
  var progress = ProgressWatch()
  var polling = PollingState()
  /// The Swift tasks that the run has made.
  var swiftTasks = SwiftTaskTable()
  var streams = StreamConsumers()
  /// Threads of the program's own, indexed as `ObjectID.index`.
  var threads: [ThreadRecord] = []
  var descriptors = DescriptorState()

  // MARK: One run; given back by `cleanUp`

  var held = HeldObjects()
  /// Work items that the run has touched; calling one arrives at the engine until the run is over.
  var items = ItemTable()
  var specifics = Specifics()
  var sources = SourceTable()
  var runLoops = RunLoopState()

  // MARK: One exploration

  var exploration = ExplorationScope()

  // MARK: The process

  var pool = ThreadPool()
  var process = ProcessFacts()
  /// Grows with every step and every run: the watchdog looks at it.
  var activity: UInt64 = 0

  init() { world = World(WorldConfiguration(poolWidth: 0, skew: 0)) }

  /// Begins the scope of a run; threads and objects of the last one have been given back.
  mutating func beginRun(_ settings: RunSettings) {
    var configuration = settings.configuration
    configuration.recordsLedger = settings.recordsStacks
    world.reset(configuration)
    trace.reset()
    stacks.reset()
    objects.reset()
    records.reset()
    tasks.removeAll()
    listeners = Listeners(settings, process, exploration.choices)
    run = RunState(settings)
    releaseSites.removeAll()
    notes.removeAll()
    progress.reset(stepsAtMost: exploration.maximalSteps, debuggerStep: settings.debuggerStep)
    polling = PollingState()
    swiftTasks.reset()
    streams.reset()
    if !threads.isEmpty { threads.removeAll(keepingCapacity: true) }
    descriptors.reset()
    pool.run &+= 1
    activity &+= 1
  }
}
#endif
