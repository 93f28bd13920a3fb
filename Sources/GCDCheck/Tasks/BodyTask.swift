// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDRuntime

/// The task that an `async` body runs in: an ordinary task of the default executor, as without control.
///
/// Its jobs, and those of its children, are blocks of Dispatch, so their order is explored. The thread of the
/// body waits for its end; which task can bring that about is judged as for any wait.
enum BodyTask {
  private struct Ending {
    var hasEnded = false
    var error: (any Error)?
  }

  /// Calls `work` in a task that inherits the caller's task-locals, and returns when it has ended.
  ///
  /// - Throws: What `work` throws.
  static func run(_ work: @escaping @Sendable () async throws -> Void) throws {
    let ending = Ended()
    let pause = Pause()
    let task = Task {
      var thrown: (any Error)?
      do { try await work() } catch { thrown = error }
      ending.state.withLock { $0 = Ending(hasEnded: true, error: thrown) }
      pause.end()
    }
    // The handle is the task's object, which lives as long as it or the task does.
    InsideRun.bodyBecomes(unsafeBitCast(task, to: UnsafeRawPointer.self))
    defer { InsideRun.bodyBecomes(nil) }
    withExtendedLifetime(task) { pause.wait { ending.state.withLock { $0.hasEnded } } }
    if let error = ending.state.withLock({ $0.error }) { throw error }
  }

  /// A class, since the compiler of Swift 6.0 ends at a mutex that is captured.
  private final class Ended: Sendable {
    let state = LockedState(Ending())
  }
}
#endif
