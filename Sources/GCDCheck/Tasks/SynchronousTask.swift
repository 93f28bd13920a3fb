// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM

/// Runs an `async` function to its end on the calling thread, outside of any run: what a test framework keeps
/// for a thread stays in reach. For bodies there is `BodyTask`.
final class SynchronousTask: TaskExecutor, Sendable {
  private struct Progress {
    /// Jobs that are ready, the oldest first; those that arrive after the end are dropped.
    var jobs: [UnownedJob] = []
    var isWaiting = false
    var isFinished = false
    var error: (any Error)?
  }

  private let progress = LockedState(Progress())
  private let pause = Pause()

  /// Calls `work` in a task that inherits the caller's task-locals, and returns when it has ended.
  ///
  /// - Throws: What `work` throws.
  static func run(_ work: @escaping @Sendable () async throws -> Void) throws {
    let executor = SynchronousTask()
    let task = Task(executorPreference: executor) {
      var thrown: (any Error)?
      do { try await work() } catch { thrown = error }
      executor.progress.withLock { progress in
        progress.isFinished = true
        progress.error = thrown
      }
    }
    try withExtendedLifetime(task) { try executor.runToEnd() }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isWaiting = progress.withLock { progress in
      defer { progress.isWaiting = false }
      progress.jobs.append(job)
      return progress.isWaiting
    }
    if isWaiting { pause.end() }
  }

  private func runToEnd() throws {
    while !progress.withLock({ $0.isFinished }) {
      while let job = progress.withLock({ $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }) {
        job.runSynchronously(on: asUnownedTaskExecutor())
      }
      let hasToWait = progress.withLock { progress in
        progress.isWaiting = !progress.isFinished && progress.jobs.isEmpty
        return progress.isWaiting
      }
      if hasToWait { pause.wait { progress.withLock { !$0.isWaiting } } }
    }
    if let error = progress.withLock({ $0.error }) { throw error }
  }
}
#endif
