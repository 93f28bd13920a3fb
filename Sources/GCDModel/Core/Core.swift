// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// What every primitive works with: the tasks, which of them are enabled, virtual time, the workers.
///
/// A primitive owns the table of its objects and takes the core `inout`; the core knows no primitive.
public struct Core {
  @usableFromInline var tasks = Table<TaskState>(capacity: 64)
  /// Per task, `creationSlots` counters of what it has made, by kind.
  var creationCounters = Table<UInt32>(capacity: 64 * creationSlots)
  /// Tasks that have been made and have not ended, without the clock.
  public internal(set) var tasksAlive = 0
  /// Steps performed since the start of the run.
  public internal(set) var stepCount: StepIndex = 0

  /// The tasks that can take a step now, in no particular order; valid until the next call.
  public internal(set) var enabled = Table<TaskID>(capacity: 64)
  /// The xor of `stableID + clockShare` over the enabled set.
  public internal(set) var enabledHash: UInt64 = 0
  /// The enabled task that became enabled last and was not passed over since; 0 = none.
  @usableFromInline var youngest = 0
  /// Many waiters of one object, in the enabled set or on call.
  @usableFromInline var wave = Wave()
  /// See `WorldConfiguration`.
  var fewestInWave = WorldConfiguration.usualFewestInWave
  /// Grows whenever a task that is no handler of a source becomes enabled.
  var progressCounter: UInt64 = 0

  public internal(set) var clock = VirtualClock()
  var pools = WorkerPools()
  public internal(set) var ledger = CountLedger()
  /// Objects that nothing refers to any more, oldest first, until the owner of the world takes them away.
  public internal(set) var expired = Table<ObjectID>()
  /// For the tests of the tests only; a reset keeps it.
  public internal(set) var plantedFault = InjectedFault.none

  init() {}

  mutating func reset(_ configuration: WorldConfiguration) {
    tasks.reset()
    creationCounters.reset()
    enabled.reset()
    enabledHash = 0
    youngest = 0
    wave = Wave()
    fewestInWave = configuration.fewestInWave
    progressCounter = 0
    stepCount = 0
    expired.reset()
    clock.reset(skew: configuration.skew, lateness: configuration.lateness)
    pools.reset(PoolLimit(rawValue: configuration.poolWidth))
    ledger.reset(isOn: configuration.recordsLedger)
    makeClock()
  }

  func free() {
    tasks.free()
    creationCounters.free()
    enabled.free()
    expired.free()
    clock.deadlines.free()
    pools.free()
  }

  /// The task continues.
  @inline(__always)
  mutating func done(_ task: Int, _ result: Int64 = 0) -> Outcome {
    tasks.at[task].pending.kind = .none
    return .completed(result)
  }

  /// The task is over.
  mutating func end(_ task: Int) {
    tasks.at[task].phase = .ended
    tasks.at[task].pending = Operation(.none)
    disable(task)
    tasksAlive -= 1
  }

  /// The last reference to an object is gone: the owner of the real one is to hear of it, once.
  @inline(never)
  mutating func expire(_ object: ObjectID) { _ = expired.append(object) }

  /// Only where reports are made: out of line, so that the operations stay small.
  @inline(never)
  mutating func record(_ object: ObjectID, _ task: Int, _ kind: OperationKind, before: Int, after: Int) {
    ledger.entries.append(
      LedgerEntry(
        object: object, kind: kind, step: stepCount, task: TaskID(UInt32(task)), before: before, after: after)
    )
  }
}
