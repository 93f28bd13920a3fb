// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDThread
import GCDModel
import GCDReport
import GCDSchedule
import GCDVocabulary
import Glibc

/// Runs `body` under many schedules and returns what came out.
///
/// One exploration at a time in a process: a caller on another thread waits for its turn.
///
/// - Parameters:
///   - enclosure: put around the body on its virtual thread, for test hosts that need their own task there.
///   - failures: asked after each schedule which assertions of the body failed.
///   - observer: gets each distinct finding as soon as it is made.
///   - progress: asked between schedules whether to continue; false = interrupted.
///   - team: other processes that take part; nil = none.
///   - body: called once for each schedule; it builds its world inside.
/// - Throws: `ControlProblem` where no controlled run is possible.
package func explore(
  _ options: ExplorationOptions, enclosure: BodyEnclosure? = nil, failures: FailureProbe? = nil,
  observer: ((Finding) -> Void)? = nil, progress: ((ExplorationProgress) -> Bool)? = nil,
  resuming checkpoint: ExplorationCheckpoint? = nil, team: WorkSharing? = nil,
  body: () throws -> Void
) throws(ControlProblem) -> Exploration {
  if gcdc_control(false) {
    _ = gcdc_control(true)
    throw .nested
  }
  var token: ScheduleToken?
  if let text = options.replay {
    do { token = try ScheduleToken(parsing: text) } catch { throw .badToken(text, error) }
  }
  RunLock.lock()
  defer { RunLock.unlock() }
  gcdc_set_run_member(true)
  defer { gcdc_set_run_member(false) }
  try Installation.ensure()

  let engine = theEngine
  let outcome = BodyOutcome()
  var scope = ExplorationScope(Scheduler(strategy: options.strategy, seed: options.effectiveSeed))
  scope.enclosure = enclosure
  scope.host = options.bodyHost ?? defaultHost()
  scope.maximalSteps = options.maxSteps
  scope.settle = options.settleNanoseconds
  let executor: InProcessExecutor
  if case .leads(let lead)? = team {
    executor = WorkerPoolExecutor(engine, options, probe: failures, body: outcome, lead: lead)
  } else {
    executor = InProcessExecutor(engine, options, probe: failures, body: outcome)
  }
  var explorer = Explorer(executor, options, observer: observer, progress: progress)
  explorer.resumed = checkpoint.map { CheckpointReference($0) }
  // The body crosses as a block on this stack and is never copied: a run may be abandoned in the middle of
  // it.
  func run() { do { try body() } catch { outcome.thrown = error } }
  withBodyBlock(run) { block in
    scope.body = block
    engine.pointee.exploration = scope
    defer { engine.pointee.exploration = ExplorationScope() }
    engine.pointee.exploration.scheduler.countsSteps(at: engine.stepCounter)
    ExecutionGuard.begin(engine, options)
    if let token {
      explorer.replay(token)
    } else if case .works(let next, let send)? = team {
      executor.work(next, send)
    } else {
      explorer.explore()
    }
    ExecutionGuard.end()
  }
  return explorer.exploration
}

/// The body is the main thread where its caller is; everywhere else it is a thread of its own.
private func defaultHost() -> BodyHost {
  gcdc_is_main_thread() ? .mainThread : .served
}

/// Hands a non-escaping closure over as a block that stays on the stack.
private func withBodyBlock(_ body: () -> Void, _ use: (UnsafeMutableRawPointer) -> Void) {
  withoutActuallyEscaping(use) { use in
    var receiver = use
    withUnsafeMutablePointer(to: &receiver) { receiver in
      gcdc_lend_block(
        body,
        { block, context in
          context!.assumingMemoryBound(to: ((UnsafeMutableRawPointer) -> Void).self).pointee(block)
        }, receiver)
    }
  }
}

/// Lets one exploration at a time into the engine.
private enum RunLock {
  // Guards the engine; a plain mutex, since callers may wait long.
  nonisolated(unsafe) private static let mutex: UnsafeMutablePointer<pthread_mutex_t> = {
    let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    return mutex
  }()

  static func lock() { pthread_mutex_lock(mutex) }
  static func unlock() { pthread_mutex_unlock(mutex) }
}
#endif
