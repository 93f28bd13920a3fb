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
    let stuck = (dead.map { $0.members + $0.alsoStuck } ?? []).filter { !hostsBody($0) }
    return awaitedInACircle(stuck) ?? neverFinishes(root, stuck)
  }

  /// The thread of an async body waits for its end: by no call of the program.
  private func hostsBody(_ task: TaskID) -> Bool {
    engine.pointee.world.waits(of: task).contains { engine.pointee.world.isAwait($0) }
  }

  /// GCD102 of tasks that await each other.
  private func awaitedInACircle(_ alsoStuck: [TaskID]) -> Finding? {
    let circles = TaskCircles(engine: engine, naming: naming)
    let members = circles.first()
    guard let first = members.first else { return nil }
    return finding(
      .waitCycle(circles.evidence(members)), at: circles.place(first),
      participants: members.map(EndlessAwait(engine: engine, naming: naming).participant),
      alsoStuck: alsoStuck.map(participant), steps: lastSteps(before: engine.pointee.trace.count))
  }

  /// GCD107 of this task.
  func neverFinishes(_ root: SwiftTaskTable.Entry, _ alsoStuck: [TaskID]) -> Finding {
    let known = EndlessAwait(engine: engine, naming: naming)
    let (evidence, suspended) = known.evidence(root)
    let isFed = evidence.awaited == .continuation || evidence.awaited == .stream
    let silent = isFed ? SilentSources(engine: engine, naming: naming).omissionOfAwait : nil
    return finding(
      .taskNeverFinishes(evidence), at: evidence.location, participants: [suspended],
      alsoStuck: known.alike(root) + alsoStuck.map(participant),
      steps: lastSteps(before: engine.pointee.trace.count), omission: silent)
  }

  /// What is left of tasks in a program that serves for good.
  func missedTasks() -> [Finding] {
    engine.missedTask().map { [awaitedInACircle([]) ?? neverFinishes($0, [])] } ?? []
  }

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
}
#endif
