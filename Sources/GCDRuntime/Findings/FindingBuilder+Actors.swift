// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDReport
import GCDVocabulary

/// Deadlocks through actors.
extension FindingBuilder {
  /// GCD102 where the only ones that might end the wait of a thread are in the line of an actor that they
  /// cannot come to before it ends.
  func actorCycle(_ dead: DeadSet) -> Finding? {
    switch dead.cause {
    case .semaphoreNeverSignalled, .groupNeverEmpty, .neverSatisfied: break
    case .ownQueue, .cycle, .poolExhausted, .leftSuspended, .notifyNeverRuns: return nil
    }
    guard let waits = ActorCircles(engine: engine).circle(explaining: dead.members) else { return nil }
    return cycle(waits, alsoStuck: dead.members + dead.alsoStuck)
  }

  private func cycle(_ waits: [ActorCircles.Wait], alsoStuck: [TaskID]) -> Finding {
    var threads: [TaskID] = []
    var objects: Set<ObjectID> = []
    var others: Set<TaskID> = []
    let edges = waits.map { wait -> GCDReport.WaitEdge in
      switch wait {
      case .forHolder(let edge):
        threads.append(edge.waiter)
        objects.insert(edge.resource)
        return self.edge(edge)
      case .forEvent(let edge, let queued, let alike):
        threads.append(edge.waiter)
        objects.insert(edge.resource)
        let waker = naming.swiftTask(queued.task.object)
        var wait = self.edge(edge)
        wait.holder = waker
        wait.wakers = [.stuckThread(waker, location: place(queued), others: alike)]
        return wait
      case .forActor(let queued):
        objects.insert(queued.actor)
        others.formUnion(ActorCircles(engine: engine).parts(of: queued.task))
        let holder = naming.participant(queued.holder)
        return GCDReport.WaitEdge(
          waiter: naming.swiftTask(queued.task.object), .enterActor, for: naming.object(queued.actor),
          heldBy: holder, at: place(queued), wakers: [.leavesActor(holder)])
      }
    }
    return finding(
      .waitCycle(WaitCycle(edges, othersStillRun: false)), at: naming.currentLocation(threads[0]),
      participants: threads.map(participant),
      alsoStuck: alsoStuck.filter { !threads.contains($0) }.map(participant),
      steps: steps(of: others.union(threads), on: objects))
  }

  /// Where the task was last seen to hop; else where it continues, or was made.
  private func place(_ queued: ActorCircles.Queued) -> CodeLocation? {
    let hop = lastStep(ofOneOf: ActorCircles(engine: engine).parts(of: queued.task)) {
      $0.kind == .enterActor
    }
    if let hop { return naming.location(hop.site, hop.stack) }
    let frames =
      naming.symbolize(queued.task.suspendedStack())
      + naming.frames(queued.task.stack, or: queued.task.site)
    return frames.innermostOfUser?.location
  }
}
#endif
