// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary

/// Circles of waits through actors: a thread waits on an actor for what a Swift task would bring about that
/// is in the line of the actor.
struct ActorCircles {
  let engine: Engine

  /// A Swift task in the line of an actor, and the blocked task that is on the actor.
  struct Queued {
    var task: SwiftTaskTable.Entry
    var actor: ObjectID
    var holder: TaskID
  }

  /// A wait of a circle: of a thread for something that a task in line might end, and so might others; or for
  /// what another thread holds; or of a task in line for its actor.
  enum Wait {
    case forEvent(WaitEdge, Queued, others: Int)
    case forHolder(WaitEdge)
    case forActor(Queued)

    /// The thread that waits, if it is one.
    var threads: [TaskID] {
      switch self {
      case .forEvent(let edge, _, _), .forHolder(let edge): [edge.waiter]
      case .forActor: []
      }
    }
  }

  /// The shortest circle of waits that explains all of these tasks; nil where there is none. One that waits
  /// for something else might be the cause itself, and end a wait of the circle if it continued.
  func circle(explaining tasks: [TaskID]) -> [Wait]? {
    let queued = queuedOnActors()
    if queued.isEmpty { return nil }
    let circles = tasks.compactMap { circle(through: $0, queued) }
    guard let shortest = circles.min(by: { $0.count < $1.count }) else { return nil }
    let members = Set(shortest.flatMap(\.threads))
    let isExplained = tasks.allSatisfy { task in
      members.contains(task)
        || engine.pointee.world.waits(of: task).contains { edge in
          members.contains(edge.holder) || own(of: task, queued).contains { members.contains($0.holder) }
        }
    }
    return isExplained ? shortest : nil
  }

  private func queuedOnActors() -> [Queued] {
    let started = engine.allTasks.filter {
      engine.pointee.tasks[$0].pointee.thread != nil
    }
    let holders = started.filter { !engine.pointee.world.waits(of: $0).isEmpty }
    return engine.pointee.swiftTasks.entries.compactMap { entry in
      let facts = entry.facts
      guard facts.state == GCDC_TASK_ACTIVE, facts.awaits == GCDC_AWAITS_EXECUTOR, let actor = facts.object
      else { return nil }
      let object = engine.findKnown(UnsafeMutableRawPointer(mutating: actor), .actor)
      let holder = holders.first { engine.pointee.tasks[$0].pointee.actor == UInt(bitPattern: actor) }
      guard object != .none, let holder else { return nil }
      return Queued(task: entry, actor: object, holder: holder)
    }
  }

  /// The shortest circle of waits that begins with `task`.
  private func circle(through task: TaskID, _ queued: [Queued]) -> [Wait]? {
    var paths: [(end: TaskID, waits: [Wait])] = [(task, [])]
    var seen: Set<TaskID> = []
    while !paths.isEmpty {
      let path = paths.removeFirst()
      for edge in engine.pointee.world.waits(of: path.end) {
        for (next, waits) in ways(edge, queued) {
          let whole = path.waits + waits
          if next == task { return whole }
          if seen.insert(next).inserted { paths.append((next, whole)) }
        }
      }
    }
    return nil
  }

  /// Whom a wait leads to.
  private func ways(_ edge: WaitEdge, _ queued: [Queued]) -> [(TaskID, [Wait])] {
    if edge.holder != .none { return [(edge.holder, [.forHolder(edge)])] }
    switch edge.kind {
    case .semaphore, .group, .condition, .futex, .barrier, .workItem: break
    default: return []
    }
    // What a task has made itself is what it waits for, if any of it is left; and nothing waits for what only
    // another one's task would do.
    let own = own(of: edge.waiter, queued)
    let others = queued.filter { task in
      !queued.contains { $0.holder != edge.waiter && isMade(task, by: $0.holder) }
    }
    let wakers = own.isEmpty ? others : own
    return wakers.map {
      ($0.holder, [.forEvent(edge, $0, others: wakers.count - 1), .forActor($0)])
    }
  }

  /// Tasks in line that a blocked task has made.
  private func own(of waiter: TaskID, _ queued: [Queued]) -> [Queued] {
    queued.filter { isMade($0, by: waiter) }
  }

  private func isMade(_ queued: Queued, by task: TaskID) -> Bool {
    let maker = engine.pointee.tasks[task].pointee.swiftTask
    return maker != .none && queued.task.maker == maker
  }

  /// The blocks in which a Swift task has run so far.
  func parts(of task: SwiftTaskTable.Entry) -> Set<TaskID> {
    let blocks = engine.allTasks.filter {
      engine.pointee.world.kind(of: $0) == .async
    }
    return Set(blocks.filter { engine.pointee.tasks[$0].pointee.jobTask == task.object })
  }
}
#endif
