// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDModel
import GCDVocabulary

/// What comes behind one step of a run in every schedule, derived from its trace.
///
/// Only the edges that no schedule can turn round: submission, thread starts and ends, groups, semaphores
/// that begin at 0, conditions, work items. The order in which blocks took a queue, or tasks a lock, is the
/// schedule's, and makes no edge.
struct HappensBefore {
  private let engine: Engine
  /// For each step that was asked about, at which step each task came behind it.
  private var reached: [Int: [Int]] = [:]

  /// Steps that are asked about; each costs one walk through the trace.
  private static let mostSources = 8

  init(_ engine: Engine) { self.engine = engine }

  /// Whether `task` at step `later` came behind the step `earlier` by such edges; false when too much was
  /// asked.
  mutating func isOrdered(_ earlier: Int, _ task: TaskID, _ later: Int) -> Bool {
    if let known = reached[earlier] { return known[Int(task.rawValue)] < later }
    if reached.count >= HappensBefore.mostSources { return false }
    let known = walk(from: earlier)
    reached[earlier] = known
    return known[Int(task.rawValue)] < later
  }

  private func walk(from first: Int) -> [Int] {
    var tasks = Array(repeating: Int.max, count: engine.pointee.world.taskTotal)
    var objects: Set<UInt32> = []
    /// The groups and work items that blocks were registered with.
    var registered: [UInt32: UInt32] = [:]
    for index in first..<min(engine.pointee.trace.count, Engine.mostOrderedSteps) {
      let step = engine.pointee.trace.steps[index]
      let task = Int(step.task.rawValue)
      let object = step.object.rawValue
      if index == first { tasks[task] = index }
      func isBehind() -> Bool { tasks[task] != .max }
      func put() { if isBehind() { objects.insert(object) } }
      func take() { if !isBehind(), objects.contains(object) { tasks[task] = index } }
      func start(_ other: UInt32) {
        if isBehind(), tasks[Int(other)] == .max { tasks[Int(other)] = index }
      }
      switch step.kind.releases {
      case .block, .thread: start(step.other)
      case .blockWithWait, .blockElsewhere: if step.other != 0 { start(step.other) }
      case .registration:
        registered[step.other] = object
        start(step.other)
      case .blockEnd:
        if !isBehind() { break }
        let group = engine.pointee.world.group(of: step.task)
        if group != .none { objects.insert(group.rawValue) }
        if engine.pointee.world.kind(of: step.task) == .thread { objects.insert(threadKey(step.task)) }
      case .workItem, .barrier, .condition: put()
      case .count:
        // Above 0 it is the schedule that decides whose signal ends whose wait.
        let isEvent =
          step.object.kind != .semaphore
          || engine.pointee.world.semaphores.originalValue(of: step.object) == 0
        if isEvent { put() }
      case .none, .arrival, .syncEnd, .lock, .readWriteLock, .heldLock, .lane, .cancelHandler, .descriptors:
        break
      }
      switch step.kind.acquires {
      case .submission:
        if let group = registered[step.task.rawValue], objects.contains(group), !isBehind() {
          tasks[task] = index
        }
      case .event: if !step.isBlocked, step.result == 0 { take() }
      case .barrier: if !step.isBlocked { take() }
      case .wake: take()
      case .threadEnd:
        let thread = engine.pointee.world.threads.task(of: step.object)
        if step.result == 0, !isBehind(), objects.contains(threadKey(thread)) { tasks[task] = index }
      case .none, .delayedSubmission, .sync, .turn, .blockWithWait, .lock, .writeLock, .heldLock, .handlers,
        .descriptors:
        break
      }
    }
    return tasks
  }

  /// No object has it.
  private func threadKey(_ thread: TaskID) -> UInt32 { 0xff00_0000 | thread.rawValue }
}
#endif
