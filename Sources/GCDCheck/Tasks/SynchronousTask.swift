// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Synchronization

/// Runs an `async` function to its end on the calling thread, as far as it goes on in its own task and
/// its children.
final class SynchronousTask: TaskExecutor, Sendable {
  private struct Progress {
    /// Jobs that are ready, the oldest first; those that arrive after the end are dropped.
    var jobs: [UnownedJob] = []
    var isFinished = false
    var error: (any Error)?
  }

  private let progress = Mutex(Progress())

  /// Calls `work` in a task that inherits the caller's task-locals, and returns when it has ended.
  ///
  /// - Throws: What `work` throws; `SuspendedElsewhere` when it waits for something outside its task.
  static func run(_ work: @escaping @Sendable () async throws -> Void) throws {
    let executor = SynchronousTask()
    Task(executorPreference: executor) {
      var thrown: (any Error)?
      do { try await work() } catch { thrown = error }
      executor.progress.withLock { progress in
        progress.isFinished = true
        progress.error = thrown
      }
    }
    try executor.runToEnd()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    progress.withLock { $0.jobs.append(job) }
  }

  private func runToEnd() throws {
    while let job = progress.withLock({ $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
    let (isFinished, error) = progress.withLock { ($0.isFinished, $0.error) }
    if !isFinished { throw SuspendedElsewhere() }
    if let error { throw error }
  }
}

/// An `async` body waits for something that gcdcheck does not control.
struct SuspendedElsewhere: Error {}
#endif
