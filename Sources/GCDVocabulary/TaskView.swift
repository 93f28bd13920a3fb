// Licensed under the Apache License, Version 2.0; see LICENSE.

/// What a strategy may know of the tasks it chooses among: who each is, and what it is about to do.
///
/// Only addresses of tables that the model and the engine keep anyway: nothing is copied at a choice, and
/// what is read is read without a call where nothing is optimised. The owner of a table has bound its memory.
/// Valid until the next task, queue or source is made; ids must be those of the same run.
public struct TaskView {
  public var tasks: UnsafeRawPointer
  /// How many tasks there are, the clock included; ids below are valid.
  public var count: Int
  public var lanes: UnsafeRawPointer
  /// The lane of each queue, by the index of its id.
  public var queueLanes: UnsafePointer<Int>
  /// Where in the program operations are; nil where that is unknown.
  public var sites: SiteTable?
  private let layout: UnsafePointer<TaskLayout>

  public init(
    tasks: UnsafeRawPointer, count: Int, lanes: UnsafeRawPointer, queueLanes: UnsafePointer<Int>,
    layout: UnsafePointer<TaskLayout>
  ) {
    self.tasks = tasks
    self.count = count
    self.lanes = lanes
    self.queueLanes = queueLanes
    self.layout = layout
    sites = nil
  }

  /// What the task does when it is chosen; of kind `none` where it has announced nothing yet.
  public func operation(of task: TaskID) -> UnsafePointer<Operation> {
    (entry(task) + layout.pointee.operation).assumingMemoryBound(to: Operation.self)
  }

  /// The same in every run in which the same creator makes the task as its nth of a kind.
  public func stableID(of task: TaskID) -> UInt64 {
    (entry(task) + layout.pointee.stableID).assumingMemoryBound(to: UInt64.self).pointee
  }

  /// How many operations the task has announced: with its id, a name of the next one that holds in all runs.
  public func announced(by task: TaskID) -> UInt32 {
    (entry(task) + layout.pointee.announced).assumingMemoryBound(to: UInt32.self).pointee
  }

  /// Who made the task.
  public func creator(of task: TaskID) -> TaskID {
    (entry(task) + layout.pointee.creator).assumingMemoryBound(to: TaskID.self).pointee
  }

  /// The serial queue whose blocks are one sequence with this one, as the raw value of its id; 0 = none.
  public func chain(of task: TaskID) -> UInt32 {
    chain(ofLane: (entry(task) + layout.pointee.lane).assumingMemoryBound(to: Int.self).pointee)
  }

  /// The serial queue at the end of a queue's targets, as the raw value of its id; 0 = none.
  public func chain(ofQueue queue: ObjectID) -> UInt32 { chain(ofLane: queueLanes[queue.index]) }

  /// Where in the program the next operation of the task is, of a block that has not begun where it was
  /// submitted, as a number; 0 = unknown.
  public func site(of task: TaskID) -> UInt64 { sites?.site(of: task) ?? 0 }

  private func entry(_ task: TaskID) -> UnsafeRawPointer {
    tasks + Int(task.rawValue) &* layout.pointee.taskStride
  }

  private func chain(ofLane lane: Int) -> UInt32 {
    if lane < 0 { return 0 }
    let place = lanes + (lane &* layout.pointee.laneStride &+ layout.pointee.chain)
    return place.assumingMemoryBound(to: UInt32.self).pointee
  }
}

/// Where the fields that `TaskView` reads lie in the entries of its owner's tables, in bytes.
public struct TaskLayout: Sendable {
  public var taskStride: Int
  /// An `Operation`.
  public var operation: Int
  /// A `UInt64`.
  public var stableID: Int
  /// A `UInt32`.
  public var announced: Int
  /// A `TaskID`.
  public var creator: Int
  /// The index of the task's lane, an `Int`; negative = none.
  public var lane: Int
  public var laneStride: Int
  /// A `UInt32`.
  public var chain: Int

  public init(
    taskStride: Int, operation: Int, stableID: Int, announced: Int, creator: Int, lane: Int,
    laneStride: Int, chain: Int
  ) {
    self.taskStride = taskStride
    self.operation = operation
    self.stableID = stableID
    self.announced = announced
    self.creator = creator
    self.lane = lane
    self.laneStride = laneStride
    self.chain = chain
  }
}

/// A table of its owner's with the place of each task's operation, and the place where the task was
/// submitted.
public struct SiteTable {
  private let base: UnsafeRawPointer
  private let stride: Int
  private let site: Int
  private let submission: Int

  /// - Parameters:
  ///   - base: of the entry of task 0.
  ///   - site: where an entry has the place of the operation, a `UInt64`, 0 = none, in bytes.
  ///   - submission: where it has the place of the submission.
  public init(base: UnsafeRawPointer, stride: Int, site: Int, submission: Int) {
    self.base = base
    self.stride = stride
    self.site = site
    self.submission = submission
  }

  func site(of task: TaskID) -> UInt64 {
    let entry = base + Int(task.rawValue) &* stride
    let place = (entry + site).assumingMemoryBound(to: UInt64.self).pointee
    return place != 0 ? place : (entry + submission).assumingMemoryBound(to: UInt64.self).pointee
  }
}
