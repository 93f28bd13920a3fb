// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDReport
import GCDVocabulary

/// Swift tasks that can never continue: what the first of them awaits, where, and which others wait for it.
extension FindingBuilder {
  /// GCD107, where the cause is a suspended task rather than a blocked thread; nil where it is a thread.
  func suspendedTask(_ dead: DeadSet?) -> Finding? {
    guard let root = engine.suspendedRoot() else { return nil }
    if let dead, !isOutweighed(dead, by: root) { return nil }
    return neverFinishes(root, dead.map { $0.members + $0.alsoStuck } ?? [])
  }

  /// GCD107 of this task.
  func neverFinishes(_ root: SwiftTaskTable.Entry, _ alsoStuck: [TaskID]) -> Finding {
    let frames = naming.symbolize(root.suspendedStack())
    let place = frames.innermostOfUser?.location
    let awaited = awaited(root, frames)
    let evidence = TaskNeverFinishes(
      participant: name(root), at: place, continuation: awaited == .continuation ? place : nil,
      awaited: awaited,
      made: madeHere(root), awaiters: awaiters(of: root))
    return finding(
      .taskNeverFinishes(evidence), at: place,
      alsoStuck: alsoStuck.map(participant),
      steps: lastSteps(before: engine.pointee.trace.count))
  }

  /// What is left of tasks in a program that serves for good.
  func missedTasks() -> [Finding] { engine.missedTask().map { [neverFinishes($0, [])] } ?? [] }

  /// GCD107 of a program whose tasks are not known: all that can be said is that it never ends.
  func mainNeverEnds() -> Finding {
    finding(
      .taskNeverFinishes(TaskNeverFinishes(participant: "async main", at: nil, continuation: nil)),
      steps: lastSteps(before: engine.pointee.trace.count))
  }

  /// Threads that wait for events, for work or for a signal are there to serve: what hangs next to them is no
  /// fault of theirs. Nor is it that of a thread which was there before the suspended task, and waits for
  /// what only that task can bring about: the main thread, or the task that made it.
  func isOutweighed(_ dead: DeadSet, by root: SwiftTaskTable.Entry) -> Bool {
    switch dead.cause {
    case .neverSatisfied, .semaphoreNeverSignalled, .groupNeverEmpty: break
    default: return false
    }
    return dead.edges.allSatisfy { edge in
      if engine.pointee.world.semaphores.isAwait(edge.resource) { return true }
      if root.facts.awaits != GCDC_AWAITS_CONTINUATION { return false }
      return switch edge.kind {
      case .descriptor, .condition, .futex: swiftTask(edge.waiter).map { $0.number < root.number } ?? true
      case .semaphore, .group:
        edge.waiter == .body || swiftTask(edge.waiter).map { $0.number < root.number } ?? false
      case .time: true
      default: false
      }
    }
  }

  /// The Swift task that a blocked task runs; nil for a thread, or for a block of Dispatch.
  private func swiftTask(_ task: TaskID) -> SwiftTaskTable.Entry? {
    guard let job = engine.pointee.tasks[task].pointee.work.context else { return nil }
    return engine.pointee.swiftTasks.entry(at: UInt(bitPattern: job))
  }

  private func awaited(_ task: SwiftTaskTable.Entry, _ frames: [StackFrame]) -> TaskNeverFinishes.Awaited {
    switch task.facts.awaits {
    case GCDC_AWAITS_TASK: return .task
    case GCDC_AWAITS_GROUP: return .group
    case GCDC_AWAITS_CONTINUATION:
      // What the library's own functions suspend is the element of a sequence.
      let inner = frames.prefix { !$0.isUserCode }
      if inner.contains(where: { $0.function.contains("Stream") }) { return .stream }
      return inner.allSatisfy { $0.function.contains("ontinuation") } ? .continuation : .other
    default: return .other
    }
  }

  /// Where the program made the task; nil where a library did.
  private func madeHere(_ task: SwiftTaskTable.Entry) -> CodeLocation? {
    let frames = naming.frames(task.stack, or: task.site)
    return frames.innermostOfUser?.location
  }

  private func name(_ task: SwiftTaskTable.Entry) -> String { naming.swiftTask(task.object) }

  /// Tasks that wait for the end of `task`, directly first.
  private func awaiters(of task: SwiftTaskTable.Entry) -> [ParticipantPlace] {
    var result: [ParticipantPlace] = []
    var awaited = task
    while result.count < 4,
      let next = engine.pointee.swiftTasks.entries.first(where: {
        let facts = $0.facts
        return facts.state == GCDC_TASK_SUSPENDED && facts.awaits == GCDC_AWAITS_TASK
          && UInt(bitPattern: facts.object) == awaited.address
      })
    {
      let place = naming.symbolize(next.suspendedStack()).innermostOfUser?
        .location
      result.append(ParticipantPlace(name(next), at: place))
      awaited = next
    }
    return result
  }
}
#endif
