// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Everything that Dispatch is during one run: tasks, queues and primitives, as one small-step machine
/// without threads.
///
/// A task *announces* the operation it is about to do; the scheduler picks a member of the enabled set, whose
/// operation is *performed*. Deterministic: the same calls give the same world. The owner allocates one world
/// behind a pointer, never copies it, resets it between runs and deallocates it in the end; it is not safe
/// for threads.
///
/// The world composes the parts and dispatches operations to them; each part owns its tables and takes the
/// parts that it needs `inout`. All tables hold plain data, all lists run through indices: announcing and
/// performing allocate nothing once the tables have their size, and stay fast without optimisation. Methods
/// of the world that change nothing are "mutating" all the same: without optimisation a call of any other
/// method copies the whole struct.
///
/// More than 1,500 lines over its extensions: what has to look at several parts at once (the dispatch of
/// operations, the wait-for graph and its diagnosis, footprints, happens-before edges) needs all of them, and
/// another type could only borrow the world whole. Each subject has its folder.
public struct World {
  public var core = Core()
  public internal(set) var queues = Queues()
  public internal(set) var semaphores = Semaphores()
  public internal(set) var groups = Groups()
  public internal(set) var locks = Locks()
  var conditions = Conditions()
  public internal(set) var onces = Onces()
  var futexes = Futexes()
  public internal(set) var readWriteLocks = ReadWriteLocks()
  public internal(set) var barriers = Barriers()
  public internal(set) var threads = Threads()
  public internal(set) var sources = Sources()
  public internal(set) var workItems = WorkItems()
  /// Stable ids of variables.
  var variables = Table<UInt64>()
  /// Stable ids of descriptors, and of files by their names.
  var descriptors = Table<UInt64>()
  /// How many of them are files: the kernel ends no wait for such a one.
  var namedFiles = 0
  /// Stable ids of actors.
  var actors = Table<UInt64>()
  var swiftTasks = Table<SwiftTaskState>()

  /// No deadline will change anything for those that are blocked: `diagnoseQuiescence` looks past them.
  public var ignoresDeadlines = false
  /// The task whose wait closed the last cycle of owners.
  var cycleStart = -1
  var ownerSearch = OwnerSearch()
  /// Filled by the methods of "World+Ordering", one call at a time.
  public internal(set) var orderMarks: [SyncPoint] = []

  public init(_ configuration: WorldConfiguration) { reset(configuration) }

  /// Forgets the run and starts the next one; costs what the next run uses, not what the last one used.
  ///
  /// In place: a struct of this size is not moved for each run. A test compares the result with a new world,
  /// field by field.
  public mutating func reset(_ configuration: WorldConfiguration) {
    core.reset(configuration)
    queues.reset()
    semaphores.table.reset()
    groups.table.reset()
    locks.table.reset()
    locks.hasRobust = false
    locks.takenCount = 0
    conditions.table.reset()
    onces.table.reset()
    futexes.table.reset()
    readWriteLocks.reset()
    barriers.table.reset()
    threads.table.reset()
    sources.table.reset()
    workItems.table.reset()
    variables.reset()
    descriptors.reset()
    namedFiles = 0
    actors.reset()
    swiftTasks.reset()
    ignoresDeadlines = false
    cycleStart = -1
    ownerSearch.reset()
    if !orderMarks.isEmpty { orderMarks.removeAll(keepingCapacity: true) }
  }

  /// For the tests of the tests only; a reset keeps it.
  public mutating func plant(_ fault: InjectedFault) { core.plantedFault = fault }

  /// Gives all memory back; the world must not be used afterwards.
  public mutating func deallocate() {
    core.free()
    queues.free()
    semaphores.table.free()
    groups.table.free()
    locks.table.free()
    conditions.table.free()
    onces.table.free()
    futexes.table.free()
    readWriteLocks.free()
    barriers.table.free()
    threads.table.free()
    sources.table.free()
    workItems.table.free()
    variables.free()
    descriptors.free()
    actors.free()
    swiftTasks.free()
    ownerSearch.free()
  }
}
