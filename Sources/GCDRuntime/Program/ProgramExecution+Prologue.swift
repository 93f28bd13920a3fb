// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDThread
import GCDModel
import GCDSchedule
import Glibc

/// A process that is copied at the first choice of its program: each schedule is a copy.
extension ProgramExecution {
  /// How schedules come to share what is before their first choice.
  package struct Copying {
    let copy: (_ threads: Int) -> ExecutionRequest
    let next: (_ flushes: Bool) -> Void

    /// - Parameters:
    ///   - copy: called at the first choice: copies the process for each request that is executed from
    ///     there, and returns that in the copy; it is given how many threads the process has, or 0 where it
    ///     cannot be copied.
    ///   - next: called in a copy when its schedule is over and has been answered: executes the next one from
    ///     the first choice where the process can be made what it was there, else returns. It is given
    ///     whether the streams of the C library are to be flushed, as at an exit.
    package init(
      copy: @escaping (_ threads: Int) -> ExecutionRequest, next: @escaping (_ flushes: Bool) -> Void
    ) {
      self.copy = copy
      self.next = next
    }
  }

  /// Called in a copy of the process, before all else.
  package static func copied() { ExecutionGuard.startInCopy(theEngine) }

  /// Has the run that `settings` are of make the steps that all schedules have in common, then continue as
  /// what is asked for.
  ///
  /// - Parameter profile: of schedule 0, with the places of this process.
  func sharePrologue(
    _ engine: Engine, _ settings: inout RunSettings, _ profile: ExecutionProfile, _ copying: Copying
  ) {
    // Until the first choice the clock is exact in each schedule, or they are not the same until there.
    settings.configuration.skew = 0
    let own = settings
    settings.prologue = Prologue(skew: exploration.skewNanoseconds) { [self] prologue in
      gcdc_watchdog_arm(false)
      let descriptors = RenewedDescriptors(engine)
      let request = copying.copy(isCommonToAll(engine) ? ExecutionGuard.threads : 0)
      nextInPlace = copying.next
      descriptors.renew()
      beginInCopy(engine, request, own, profile)
      prologue.report(to: engine.pointee.exploration.choices)
    }
  }

  /// Whether all that has happened until now is the same in each schedule.
  private func isCommonToAll(_ engine: Engine) -> Bool {
    let skew = exploration.skewNanoseconds
    // A clock that may be ahead would have been a candidate.
    let isInTime = skew == 0 || !engine.pointee.world.mightHaveBeenOvertaken(by: skew)
    let isAlone =
      !engine.pointee.descriptors.sawOutsideEvent && engine.pointee.notes.uncontrolledThreads.isEmpty
      && engine.foreignCalls.isEmpty
    return isInTime && isAlone && !engine.pointee.process.watchesRaces
  }

  /// The process is the copy that the request is executed in.
  private func beginInCopy(
    _ engine: Engine, _ request: ExecutionRequest, _ settings: RunSettings, _ profile: ExecutionProfile
  ) {
    adopt(request)
    engine.beginInCopy()
    let scheduler = engine.pointee.exploration.scheduler
    let plan = scheduler.begin(request.schedule, profile: profile, recordsDeviations: false)
    engine.pointee.world.setSkew(plan.allowsSkew ? exploration.skewNanoseconds : 0)
    engine.pointee.listeners = Listeners(settings, engine.pointee.process, scheduler.choices)
    ExecutionGuard.continueInCopy(engine)
  }
}
#endif
