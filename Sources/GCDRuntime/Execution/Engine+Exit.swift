// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary
import Glibc

/// The end of a bundle of tests, before which all that the test has left behind comes to rest.
///
/// In a run of the whole bundle other tests follow, and what one leaves behind continues while they run: only
/// the exit of the process that runs this one test would cut it off.
struct ExitOfTests {
  /// The task that ends the process; `.none` = none does yet.
  var task = TaskID.none
  /// The step at which what was left behind has had enough time, and is cut off all the same; then that at
  /// which the handlers of the exit are.
  var lastStep = Int.max
  /// Everything else had ended, or waited for what nothing would do.
  var isAtRest = false

  static let mostStepsOfHandlers = 100_000
}

extension Engine {
  /// A task ends the process.
  func exitCalled(_ status: Int32, _ site: CallSite) {
    if !pointee.process.isTestBundle {
      _ = step(Operation(.exit), site)
    } else if status == 0, pointee.run.phase == .body, pointee.run.exit.task == .none, !isOutsideInvolved {
      comeToRest(site)
    }
  }

  /// What comes from outside of the run comes when it will: what follows the test would differ each time.
  private var isOutsideInvolved: Bool {
    pointee.descriptors.sawOutsideEvent || !pointee.notes.uncontrolledThreads.isEmpty
      || !foreignCalls.isEmpty
  }

  private func comeToRest(_ site: CallSite) {
    let task = pointee.current
    pointee.run.beginDrain(at: pointee.world.core.clock.now, settle: pointee.exploration.settle)
    // As long as the test itself: what polls would have no end.
    pointee.run.exit.lastStep = pointee.trace.count &+ max(LivelockRule.stepsPerPoll, pointee.trace.count)
    letOthersRun(before: task, site)
    let isOnMainThread = pointee.tasks[task].pointee.thread == pointee.pool.main
    while pointee.run.exit.isAtRest, isOnMainThread, pointee.world.mainHasWork,
      !pointee.world.isMainDraining
    {
      drainMain(site)
      letOthersRun(before: task, site)
    }
    // In a run of the whole bundle, what the main thread has would be free for the next test.
    if pointee.world.isAnyoneWaiting(for: task) { pointee.run.exit.isAtRest = false }
    pointee.run.phase = .body
    pointee.run.settleLimit = .max
    // Handlers of the exit run next, perhaps against loops that poll.
    pointee.run.exit.lastStep = pointee.trace.count &+ ExitOfTests.mostStepsOfHandlers
  }

  private func letOthersRun(before task: TaskID, _ site: CallSite) {
    prepare(task, site)
    noteCode(of: task, site)
    _ = pointee.world.announce(task, Operation(.exit))
    pointee.world.withholdExit(of: task)
    pointee.run.exit.task = task
    _ = proceed(task, .disabled, .none)
  }

  /// The process ends after all else has come to rest: what is left says something.
  func finishAtRest() {
    if !pointee.run.exit.isAtRest { return }
    pointee.world.withholdExit(of: pointee.run.exit.task)
    _ = stop(.finished, .none, .none, .none)
  }

  /// What is left behind would never come to rest.
  private func exitNow() -> Never {
    ExecutionGuard.exited(0)
    gcdc_flush_output()
    _exit(0)
  }

  /// Nothing else can continue, or it has had its time: the task that ends the process, which is next then;
  /// `.none` where none does.
  @inline(never)
  func endRest(isAtRest: Bool) -> TaskID {
    let task = pointee.run.exit.task
    if task == .none { return .none }
    if pointee.world.pendingOperation(of: task).kind != .exit {
      // A block of the main queue that was left behind is on top of its stack.
      if !isAtRest { exitNow() }
      return .none
    }
    pointee.run.exit.isAtRest = isAtRest
    pointee.world.allowExit(of: task)
    return task
  }
}
#endif
