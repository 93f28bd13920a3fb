// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// One step of a finished run, as its record tells it.
public struct RecordedStep: Sendable {
  public var task: TaskID
  public var kind: OperationKind
  public var object: ObjectID
  /// As `Operation.other`.
  public var other: UInt32
  /// The operation could not complete: the task waits.
  public var isBlocked: Bool
  public var result: Int64

  public init(
    _ task: TaskID, _ kind: OperationKind, _ object: ObjectID, other: UInt32, isBlocked: Bool, result: Int64
  ) {
    self.task = task
    self.kind = kind
    self.object = object
    self.other = other
    self.isBlocked = isBlocked
    self.result = result
  }
}

/// What has to be known of a finished run's state while its steps are gone through from first to last.
///
/// Counts are taken up again from the record; which `leave` emptied a group is found from its end, since
/// entering a group that is not empty is no step and leaves no record.
public struct TraceDependence: Sendable {
  /// By semaphore.
  var values: [Int] = []
  /// By group.
  var isEmpty: [Bool] = []
  /// By group, from the end of the run backwards: whether the `leave` before the present step empties it.
  var empties: [Bool] = []
  /// Steps that empty their group, the earliest one last.
  var emptyings: [Int] = []
  /// By group: how often it has become empty.
  var emptied: [UInt64] = []
  /// Blocks that are at a group for its next return to zero.
  var notifies: [(group: Int, item: Int)] = []
  /// By lane: something else than a sync came to it.
  var isOrdered: [Bool] = []
  /// Syncs at concurrent queues whose blocks run.
  var sections: [(task: TaskID, lane: Int, isExclusive: Bool)] = []

  public init() {}

  /// Takes notice of a `leave` on the way from the last step to the first.
  mutating func noteLeave(_ step: Int, _ group: Int) {
    if empties[group] { emptyings.append(step) }
    empties[group] = false
  }
}

extension World {
  /// Begins to retell the run that has ended; before anything of it is taken away.
  public mutating func begin(_ traceDependence: inout TraceDependence) {
    traceDependence.values.removeAll(keepingCapacity: true)
    traceDependence.isEmpty.removeAll(keepingCapacity: true)
    traceDependence.empties.removeAll(keepingCapacity: true)
    traceDependence.emptyings.removeAll(keepingCapacity: true)
    traceDependence.emptied.removeAll(keepingCapacity: true)
    traceDependence.notifies.removeAll(keepingCapacity: true)
    traceDependence.isOrdered.removeAll(keepingCapacity: true)
    traceDependence.sections.removeAll(keepingCapacity: true)
    var index = 0
    while index < semaphores.table.count {
      traceDependence.values.append(semaphores.table.at[index].original)
      index += 1
    }
    index = 0
    while index < groups.table.count {
      traceDependence.isEmpty.append(groups.table.at[index].workItem < 0)
      traceDependence.empties.append(groups.table.at[index].count == 0)
      traceDependence.emptied.append(0)
      index += 1
    }
    index = 0
    while index < queues.lanes.count {
      traceDependence.isOrdered.append(false)
      index += 1
    }
    index = 0
    while index < core.tasks.count {
      let lane = core.tasks.at[index].lane
      if lane >= 0 && core.tasks.at[index].phase != .unsubmitted { traceDependence.isOrdered[lane] = true }
      index += 1
    }
  }

  /// Whether the steps have to be gone through backwards first, with `backwardPass`.
  public var hasGroups: Bool { groups.table.count > 0 }

  /// Takes notice of a step while they are gone through from the last to the first.
  public mutating func backwardPass(
    _ index: Int, _ kind: OperationKind, _ object: ObjectID, _ task: TaskID,
    _ traceDependence: inout TraceDependence
  ) {
    if kind == .enter {
      traceDependence.empties[object.index] = true
    } else if kind == .leave {
      traceDependence.noteLeave(index, object.index)
    } else if kind == .end, core.tasks.at[Int(task.rawValue)].group >= 0 {
      traceDependence.noteLeave(index, core.tasks.at[Int(task.rawValue)].group)
    }
  }
}
