// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary

/// Swift tasks: their making, the loops in which they poll, and what an async main owes.
extension gcdc_hooks {
  mutating func installSwiftTasks() {
    swift.task_created = { task, site in
      guard let task else { return }
      let engine = theEngine
      let stack = engine.pointee.listeners.has(.stacks) ? engine.pointee.stacks.captureHere() : .none
      engine.pointee.swiftTasks.add(UInt(bitPattern: task), Site(site), stack)
    }
    swift.async_main_begins = { _ in
      let engine = theEngine
      if engine.pointee.exploration.host == .mainThread { engine.pointee.run.mustExit = true }
    }
    swift.cancellation_asked = { site in hooks.cancellationWasAsked(site) }
  }
}

private var hooks: SwiftTaskHooks { SwiftTaskHooks(engine: theEngine) }

struct SwiftTaskHooks {
  let engine: Engine

  /// A task asks whether it was cancelled, which only others can bring about: they may continue now, and must
  /// if it does nothing else.
  fileprivate func cancellationWasAsked(_ site: CallSite) {
    let task = engine.pointee.current
    let steps = engine.pointee.trace.count
    let last = engine.pointee.polling.questions
    let count = last.task == task && last.steps == steps ? last.count + 1 : 1
    if count > IdleRule.questionsBeforeYield {
      giveWay(site)
    } else {
      _ = engine.step(Operation(.yield), site)
    }
    // Steps of others in between are what it waits for.
    let isAlone = engine.pointee.trace.count <= steps + 1
    engine.pointee.polling.questions = (isAlone ? count : 0, task, engine.pointee.trace.count)
  }

  /// An async body yields, on the thread that runs all of it.
  func bodyYields() { giveWay(nil) }

  private func giveWay(_ site: CallSite) {
    let task = engine.pointee.current
    engine.prepare(task, site)
    LivelockWatch(engine: engine).pollWithoutWaiting()
    engine.pointee.exploration.choices.pointee.yielded(task)
    _ = engine.step(Operation(.yield), site)
  }

  /// What the running task submits, as far as the concurrency runtime does it to resume a Swift task.
  ///
  /// `Task.yield()` submits a job that resumes its task. That job gives way to all others; where there are
  /// none but such jobs and what they resume, time passes.
  func noteJob(_ work: gcdc_work) -> SwiftJob {
    guard let context = work.context, work.flags & UInt32(GCDC_WORK_BLOCK) == 0 else { return .none }
    switch gcdc_job_kind_of(work.function, context) {
    case GCDC_JOB_TASK:
      engine.pointee.swiftTasks.noteSubmission(of: UInt(bitPattern: context), at: engine.pointee.trace.count)
      let submitter = engine.pointee.tasks[engine.pointee.current]
      // On its way back to its actor a task hops from executor to executor.
      let isHop = submitter.pointee.job == .resumed && submitter.pointee.work.context == context
      if submitter.pointee.job == .resumption { LivelockWatch(engine: engine).noteYielded(context) }
      return isHop || submitter.pointee.job == .resumption ? .resumed : .task
    case GCDC_JOB_RESUMPTION:
      LivelockWatch(engine: engine).pollWithoutWaiting()
      return .resumption
    default: return .none
    }
  }
}

/// What an item is to the concurrency runtime.
enum SwiftJob: UInt8 {
  case none
  /// A task continues.
  case task
  /// Resumes a task that has yielded.
  case resumption
  /// A task continues that had only yielded.
  case resumed

  /// What it does is a part of a loop that polls, as long as it yields again.
  var isPolling: Bool { self == .resumption || self == .resumed }
}
#endif
