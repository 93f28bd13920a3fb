// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDHost
import CGCDInterpose

/// Runs pieces of code, one after the other, each as the job of a task that inherits the task-locals of
/// the task in which the chain was begun.
///
/// Every link makes the next one before it runs its piece, because a task inherits from the task that
/// makes it. A piece that never returns, that of an abandoned run, leaks its own link and harms no other.
final class TaskChain: TaskExecutor, @unchecked Sendable {
  // All fields belong to the caller's kernel thread: the carrier, or a virtual thread that it runs with
  // control off.
  /// The job of the link that runs next; nil only while a link is being made or at the end.
  private var spare: UnownedJob?
  /// The lent block that the next link calls; nil for the last link, which only ends.
  private var piece: UnsafeMutableRawPointer?

  /// Begins a chain in the task that runs now, or in none.
  init() { extend() }

  /// Calls `body` in a task of its own; returns when it does.
  func run(_ body: () -> Void) {
    gcdc_lend_block(
      body,
      { block, context in
        Unmanaged<TaskChain>.fromOpaque(context!).takeUnretainedValue().runLink(calling: block)
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Ends the chain; nothing may be run afterwards.
  func end() {
    guard let job = spare else { return }
    spare = nil
    piece = nil
    job.runSynchronously(on: asUnownedTaskExecutor())
  }

  /// Called by the runtime when a link is made: links never suspend, so no other job arrives.
  func enqueue(_ job: consuming ExecutorJob) { spare = UnownedJob(job) }

  private func runLink(calling block: UnsafeMutableRawPointer) {
    guard let job = spare else { return }
    piece = block
    job.runSynchronously(on: asUnownedTaskExecutor())
  }

  private func extend() { Task(executorPreference: self) { [unowned self] in link() } }

  private func link() {
    guard let piece else { return }
    self.piece = nil
    extend()
    gcdc_host_call_block(piece)
  }
}
#endif
