// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDSchedule

/// One exploration by several processes.
extension Explorer {
  // MARK: The leader

  /// Takes a schedule for run that another process has run; nil where it is to be run here. Otherwise,
  /// whether exploring goes on.
  mutating func take(_ number: Int) -> Bool? {
    guard case .leads(let ask)? = team, number > 0, !Explorer.isRepeated(number),
      let run = ask(number, profile.steps), isOrdinary(run), !looksForPatterns(number)
    else { return nil }
    exploration.schedulesRun += 1
    exploration.steps += run.steps
    reading.add(run.traceHash)
    if let look = run.look { cover(number, look) }
    note(run.traceHash)
    if run.isDead { exploration.deadRuns += 1 }
    if !proof.isGivenUp, !run.isPartOfProof { giveUpProof() }
    return !tooManyDeadRuns() && goesOn(after: number)
  }

  /// Whether a run leaves nothing to be done but to count it.
  private func isOrdinary(_ run: RemoteRun) -> Bool {
    if run.isSpecial { return false }
    if let suspicion = run.suspicion, !seenSuspicions.contains(suspicion) { return false }
    return run.isDead || run.workers <= mostWorkers
  }

  private mutating func cover(_ number: Int, _ look: (order: UInt64, isDrawn: Bool, handOffs: [UInt64])) {
    reading.coverage.look(number, order: look.order, isDrawn: look.isDrawn)
    let new = look.handOffs.filter { reading.coverage.add(handOff: $0, of: number) }
    keepLook(number, order: look.order, isDrawn: look.isDrawn, handOffs: new)
  }

  // MARK: Who helps it

  /// Runs the schedules that the leader asks for.
  mutating func help(_ next: () -> Range<Int>?, _ tell: (RemoteRun) -> Void) {
    _ = measure()
    while let numbers = next() {
      for number in numbers where number > 0 && options.owns(number) {
        let run = ahead(number)
        if isAbandoned { return }
        tell(run)
      }
    }
  }

  private mutating func ahead(_ number: Int) -> RemoteRun {
    let plan = scheduler.beginRun(number, profile: profile)
    run(plan, width: options.poolWidth.width)
    var result = RemoteRun(
      number: number, traceHash: engine.state.pointee.trace.hash, steps: engine.state.pointee.trace.count)
    let isFinished = engine.state.pointee.end == .finished
    result.isPartOfProof = isPartOfProof
    result.isSpecial =
      isFinished && !engine.state.pointee.outsiders.isEmpty && !engine.changedOutsiders.isEmpty
    let suspicion = Suspicion(engine, body)
    if !suspicion.isEmpty { result.suspicion = suspicion.fingerprint }
    if engine.state.pointee.world.tooNarrowPool != nil { result.workers = engine.state.pointee.world.crowd }
    if ExplorationCoverage.looksAt(number, steps: profile.steps) {
      var pairs: [UInt64] = []
      if let order = reading.read(engine, handOff: { pairs.append($0) }) {
        result.look = (order, scheduler.plan.strategy.isRandom, pairs)
      }
    }
    let before = exploration.deadRuns
    finish()
    result.isDead = exploration.deadRuns > before
    return result
  }
}
#endif
