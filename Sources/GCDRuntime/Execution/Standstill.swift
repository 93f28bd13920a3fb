// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDVocabulary

/// Standstills that the time limits of waits end: without them the run would be over.
extension LivelockWatch {
  /// Ends the run with the present standstill, if it is asked to and nothing but time limits of waits would
  /// end that: no sleep but that of a task which polls, no timer, no delayed block, no event from outside.
  /// False where nothing is stuck but run loops.
  func endsWithStandstill() -> Bool {
    guard engine.pointee.trace.count == engine.pointee.run.standstill else { return false }
    let poller = self.poller
    guard hasOnlyTimeLimits(besides: poller), !outside.mayComeFromOutside else { return false }
    engine.pointee.run.poller = poller
    engine.pointee.world.ignoresDeadlines = true
    let edges = engine.pointee.world.diagnoseQuiescence()?.edges ?? []
    let isStuck =
      edges.contains { $0.kind != .descriptor && $0.kind != .time } || engine.lostContinuation() != nil
    engine.pointee.world.ignoresDeadlines = isStuck
    return isStuck
  }

  /// The task that sleeps and looks and has made all of the last steps; `.none` where that is no one.
  private var poller: TaskID {
    let trace = engine.pointee.trace
    guard trace.count - trace.first > TrialCopy.mostStepsOfPolls else { return .none }
    let last = (trace.count - TrialCopy.mostStepsOfPolls..<trace.count).compactMap { index in
      let step = trace.steps[index]
      return step.task == .clock || step.isEmptyRunLoopTurn ? nil : step.task
    }
    guard let poller = last.first, last.allSatisfy({ $0 == poller }),
      engine.pointee.world.pendingOperation(of: poller).kind == .sleep
    else { return .none }
    return poller
  }

  private func hasOnlyTimeLimits(besides poller: TaskID) -> Bool {
    engine.pointee.world.allDeadlines { task in
      if task == poller { return true }
      guard Int(task.rawValue) < engine.pointee.tasks.count else { return false }
      let record = engine.pointee.tasks[task].pointee
      if record.thread == nil { return TestFrameworks(engine: engine).ownsBlock(task) }
      // A run loop that is given a time waits for what others hand to it.
      return engine.pointee.world.pendingOperation(of: task).kind.mayBeEndedByOthers
        || RunLoops(engine: engine).isWaiting(task)
    }
  }
}

extension OperationKind {
  /// Whether another task of the program may end the wait.
  fileprivate var mayBeEndedByOthers: Bool {
    switch waitsFor {
    case .turn, .lock, .readWriteLock, .once, .group, .workItem, .semaphore, .condition, .futex, .barrier,
      .thread, .handler:
      true
    case .nothing, .time, .host, .descriptor: false
    }
  }
}
#endif
