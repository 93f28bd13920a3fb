// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary

/// What it means for a run that nothing can continue any more.
extension Engine {
  /// How a run ends in which no task can take a step.
  var endAtRest: RunEnd {
    if pointee.run.phase != .body { return .finished }
    let servesMainQueue = pointee.run.hasEnteredMain
    if pointee.world.ignoresDeadlines, pointee.run.standstill == .max,
      !LivelockWatch(engine: self).hasStuckWait
    {
      // Loops that poll are all that is left: a service may, what should come to an end may not.
      return servesMainQueue && !pointee.process.isTestBundle ? .finished : .stepLimit
    }
    if !servesMainQueue { return .quiescent }
    if !pointee.run.mustExit { return .finished }
    // A server waits for its clients; a test serves no one.
    return DescriptorWaits(engine: self).isSomethingOutsideAwaited && !pointee.process.isTestBundle
      ? .finished : .quiescent
  }

  /// Whether a wait that is left when the main thread only serves its queue any more is a finding of its own:
  /// not where blocks that might end it have no worker.
  func isMissed(_ edge: WaitEdge) -> Bool {
    pointee.run.phase == .over && isServing && pointee.world.itemsWaitingForPool == 0
      && pointee.world.isMissed(edge)
  }

  /// The main thread has nothing to do any more but to serve its queue: so do async tests, whose process ends
  /// with the last of them.
  private var isServing: Bool { pointee.run.hasEnteredMain && !pointee.process.isTestBundle }

  /// Those that a wait keeps out of a lock or queue when the body has returned and all has come to rest; none
  /// where something outside of the run may end the wait.
  func heldUp(by edge: WaitEdge) -> [TaskID] {
    guard pointee.run.phase == .over, !DescriptorWaits(engine: self).isSomethingOutsideAwaited,
      pointee.world.allDeadlines({ TestFrameworks(engine: self).ownsBlock($0) })
    else { return [] }
    if let record = pointee.records.find(edge.resource), record.pointee.isAdopted { return [] }
    return pointee.world.keptOut(by: edge)
  }

  /// The Swift task that a program of that kind has lost: it awaits a continuation of the program's own, or
  /// in the end itself. One that awaits an element of a stream may serve.
  func missedTask() -> SwiftTaskTable.Entry? {
    guard pointee.run.phase == .over, isServing else { return nil }
    if let root = suspendedRoot(), root.facts.awaits == GCDC_AWAITS_CONTINUATION,
      let inner = root.suspendedStack().first,
      !gcdc_is_library_address(UnsafeRawPointer(bitPattern: inner))
    {
      return root
    }
    return pointee.swiftTasks.entries.first(where: awaitsItself)
  }

  private func awaitsItself(_ task: SwiftTaskTable.Entry) -> Bool {
    var next: SwiftTaskTable.Entry? = task
    for _ in 0..<16 {
      guard let facts = next?.facts, facts.state == GCDC_TASK_SUSPENDED, facts.awaits == GCDC_AWAITS_TASK
      else { return false }
      let awaited = UInt(bitPattern: facts.object)
      if awaited == task.address { return true }
      next = pointee.swiftTasks.entry(at: awaited)
    }
    return false
  }

  /// A Swift task is in the line of an actor, which no block of a queue shows: it runs nowhere, and waits for
  /// nothing but its turn.
  func isAnySwiftTaskQueued(_ tasks: [TaskID]) -> Bool {
    let running = tasks.filter {
      pointee.tasks[$0].pointee.thread != nil && pointee.world.phase(of: $0) != .ended
    }
    .map { pointee.tasks[$0].pointee.jobTask }
    return pointee.swiftTasks.entries.contains {
      $0.facts.state == GCDC_TASK_ACTIVE && !running.contains($0.object)
    }
  }

  /// The Swift task whose wait no other task of the run can end: the first one, in the order of creation,
  /// that code of the program has suspended on a continuation, else the first that it has suspended at all.
  func suspendedRoot() -> SwiftTaskTable.Entry? {
    if pointee.run.standstill != .max, let root = lostContinuation() { return root }
    if pointee.world.ignoresDeadlines, let root = unwokenRoot() { return root }
    return suspendedRoot { _ in true }
  }

  /// The same among those that await a continuation which code of the program itself has made: others may
  /// have a time limit.
  func lostContinuation() -> SwiftTaskTable.Entry? {
    suspendedRoot { entry in
      guard entry.facts.awaits == GCDC_AWAITS_CONTINUATION, let inner = entry.suspendedStack().first else {
        return false
      }
      return !gcdc_is_library_address(UnsafeRawPointer(bitPattern: inner))
    }
  }

  /// The same among those that neither time nor another task has woken while loops that poll went round for
  /// a while.
  func unwokenRoot() -> SwiftTaskTable.Entry? {
    let steps = pointee.polling.idle.stepsAtEarlierLook
    return suspendedRoot { !$0.isAsleep && $0.lastSubmission < steps }
  }

  private func suspendedRoot(where isMeant: (SwiftTaskTable.Entry) -> Bool) -> SwiftTaskTable.Entry? {
    var other: SwiftTaskTable.Entry?
    for entry in pointee.swiftTasks.entries where isMeant(entry) {
      let facts = entry.facts
      guard facts.state == GCDC_TASK_SUSPENDED,
        entry.suspendedStack().contains(where: {
          !gcdc_is_library_address(UnsafeRawPointer(bitPattern: $0))
        })
      else { continue }
      if facts.awaits == GCDC_AWAITS_CONTINUATION { return entry }
      if other == nil { other = entry }
    }
    return other
  }
}
#endif
