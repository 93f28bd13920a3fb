// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDSchedule
import Glibc

/// What lives as long as one exploration: set as one value when it begins, and cleared as one when it ends.
struct ExplorationScope {
  let scheduler: Scheduler
  /// Those of `scheduler`, which this value keeps alive.
  let choices: UnsafeMutablePointer<Choices>
  /// What the body is called through; nil = it is called as it is.
  var enclosure: BodyEnclosure?
  var host = BodyHost.served
  /// The body as a block on the stack of the caller.
  var body: UnsafeMutableRawPointer?
  /// After so many steps a run is judged, and after as many again.
  var maximalSteps = 100_000
  /// Virtual nanoseconds after the body's return up to which one-shot deadlines are served.
  var settle: UInt64 = 60_000_000_000
  /// The kernel's id of the process and of its main thread, which may be a fork.
  var processID = getpid()
  /// While the steps are made that all schedules have in common; nil = they are over, or not looked for.
  var prologue: Prologue?
  /// Addresses of objects with real work that was waited for without success.
  var busyObjects: Set<UInt> = []
  /// Runs in which the whole timeout for outside events passed without success: later ones have little.
  var timedOutWaits = 0

  /// Of no exploration: no body, and every choice is that of the baseline order.
  init() { self.init(Scheduler(strategy: .baseline, seed: 0)) }

  init(_ scheduler: Scheduler) {
    self.scheduler = scheduler
    choices = scheduler.choices
    // ThreadSanitizer reports code that nothing puts in order, whatever comes first.
    scheduler.drawsPauses = !gcdc_races_are_watched()
  }
}

/// What never changes in a process once its first run has begun, and what one run leaves to the next.
struct ProcessFacts {
  /// The program is built with ThreadSanitizer, which must be given the order of operations.
  let watchesRaces = gcdc_races_are_watched()
  /// The program is a bundle of tests, none of which serves clients.
  var isTestBundle = false
  /// Objects of threads that earlier runs have left.
  var survivors = SurvivingThreads()
  /// Where each poll writes the number of steps for a process that waits for it; memory that both share.
  var reportedSteps: UnsafeMutablePointer<Int64>?
}
#endif
