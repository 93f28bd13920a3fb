// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary

/// Swift tasks: their making, the loops in which they poll, and what an async main owes.
extension gcdc_hooks {
  mutating func installSwiftTasks() {
    swift.task_created = { task, site in
      if let task { hooks.note(task, madeAt: site) }
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

  /// The object of a task that has not ended. One that is not known is added: a task is submitted for the
  /// first time before the call that makes it returns, or was made by a library.
  func object(of task: UnsafeMutableRawPointer) -> ObjectID {
    if let known = engine.pointee.swiftTasks.object(ofLive: UInt(bitPattern: task)) { return known }
    let maker = engine.runningSwiftTask
    let object = engine.pointee.world.makeSwiftTask(creator: engine.pointee.current, maker: maker)
    engine.pointee.swiftTasks.add(UInt(bitPattern: task), object, maker: maker)
    note(object, at: task, .none, .none)
    return object
  }

  /// A call of the program's has made a task.
  fileprivate func note(_ task: UnsafeMutableRawPointer, madeAt site: CallSite) {
    let (object, stack) = (object(of: task), engine.captureStack())
    engine.pointee.swiftTasks.note(UInt(bitPattern: task), madeAt: Site(site), stack)
    note(object, at: task, Site(site), stack)
  }

  private func note(
    _ object: ObjectID, at task: UnsafeMutableRawPointer, _ site: Site, _ stack: StackReference
  ) {
    engine.pointee.records.set(
      object,
      ObjectRecord(
        address: UInt(bitPattern: task), site: site, stack: stack,
        tasksBefore: UInt32(truncatingIfNeeded: engine.pointee.world.taskTotal),
        isAdopted: site.rawValue == 0,
        isReleased: false))
  }

  /// A task asks whether it was cancelled, which only others can bring about: they may continue now, and must
  /// if it does nothing else.
  fileprivate func cancellationWasAsked(_ site: CallSite) {
    let task = engine.pointee.current
    let asked = gcdc_running_task().map { object(of: $0) } ?? .none
    let steps = engine.pointee.trace.count
    let last = engine.pointee.polling.questions
    let count = last.task == task && last.steps == steps ? last.count + 1 : 1
    if count > IdleRule.questionsBeforeYield {
      giveWay(asked, site)
    } else {
      _ = engine.step(Operation(.yield, asked), site)
      if asked != .none { engine.noteUse(of: asked) }
    }
    // Steps of others in between are what it waits for.
    let isAlone = engine.pointee.trace.count <= steps + 1
    engine.pointee.polling.questions = (isAlone ? count : 0, task, engine.pointee.trace.count)
  }

  /// The block of `task` has returned that ran a Swift task: that may be suspended now, and leave a lock to
  /// whichever thread continues it.
  func jobEnded(_ task: TaskID, _ job: UnsafeMutableRawPointer?) {
    let lock = engine.pointee.world.locks.first(heldBy: task)
    if lock == .none { return }
    guard let job, let entry = engine.pointee.swiftTasks.entry(at: UInt(bitPattern: job)) else { return }
    let state = entry.facts.state
    if state != GCDC_TASK_SUSPENDED && state != GCDC_TASK_ACTIVE { return }
    engine.pointee.notes.suspensions.append(
      SuspensionNote(lock: lock, task: task, swiftTask: entry.object, stack: entry.suspendedStack()))
  }

  private func giveWay(_ asked: ObjectID, _ site: CallSite) {
    let task = engine.pointee.current
    engine.prepare(task, site)
    LivelockWatch(engine: engine).pollWithoutWaiting()
    engine.noteYield(of: task)
    _ = engine.step(Operation(.yield, asked), site)
  }

  /// The running task submits `work` for later, as `item`: a Swift task that is about to sleep submits the
  /// job that is to wake it.
  func noteDelayedJob(_ work: gcdc_work, _ item: TaskID) {
    guard let context = work.context, work.flags & UInt32(GCDC_WORK_BLOCK) == 0,
      gcdc_job_kind_of(work.function, context) == GCDC_JOB_TASK, let running = gcdc_running_task()
    else { return }
    engine.pointee.swiftTasks.noteSleep(of: UInt(bitPattern: running))
    engine.pointee.tasks[item].pointee.lastSwiftTask = engine.runningSwiftTask
  }

  /// What the running task submits, as far as the concurrency runtime does it to resume a Swift task.
  ///
  /// `Task.yield()` submits a job that resumes its task. That job gives way to all others; where there are
  /// none but such jobs and what they resume, time passes.
  func noteJob(_ work: gcdc_work) -> SwiftJob {
    guard let context = work.context, work.flags & UInt32(GCDC_WORK_BLOCK) == 0 else { return .none }
    switch gcdc_job_kind_of(work.function, context) {
    case GCDC_JOB_TASK:
      _ = object(of: context)
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

extension Engine {
  /// The Swift task that the calling thread runs; `.none` where there is none, or it is none of the run's.
  var runningSwiftTask: ObjectID {
    guard let running = gcdc_running_task() else { return .none }
    return pointee.swiftTasks.object(ofLive: UInt(bitPattern: running)) ?? .none
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
