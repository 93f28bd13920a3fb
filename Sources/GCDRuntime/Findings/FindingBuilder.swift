// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDModel
import GCDReport
import GCDVocabulary

/// Makes findings, with all their evidence, from the run that has just ended.
///
/// Valid between the end of the run and its clean-up. The run should have recorded stacks.
struct FindingBuilder {
  let engine: Engine
  let context: FindingOrigin
  let body: BodyOutcome
  let options: ExplorationOptions
  let naming: ReportNames
  /// For GCD106: the smallest width that was found not to hang; 0 = not looked for.
  var neededWorkers = 0
  /// What stuck tasks did when the ends of their waits were supposed; empty where that was not tried.
  var trials: [Trial] = []
  /// Tasks that go round in loops until a wait of the finding ends.
  var pollers: [TaskID] = []
  private(set) var races: [RecordedRace]
  private(set) var racesAreEarlier = false

  init(_ engine: Engine, _ context: FindingOrigin, _ body: BodyOutcome, _ options: ExplorationOptions) {
    self.engine = engine
    var context = context
    context.virtualTime = engine.pointee.world.core.clock.now
    if !engine.foreignCalls.isEmpty || !engine.pointee.notes.uncontrolledThreads.isEmpty
      || !engine.pointee.notes.workInFlight.isEmpty || engine.pointee.descriptors.sawOutsideEvent
    {
      context.verdict = .potential
    }
    self.context = context
    self.body = body
    self.options = options
    naming = ReportNames(engine)
    races = engine.races
  }

  /// Races that an earlier run of this schedule showed and this one did not, as where a global is made once
  /// per process.
  mutating func raceOnce(_ earlier: [RecordedRace]) {
    races = earlier
    racesAreEarlier = true
  }

  /// Everything that is wrong with the run: its end first, then what it left behind, then the warnings.
  func findings() -> [Finding] {
    var findings: [Finding] = []
    switch engine.pointee.run.end {
    case .finished, .running, .cut: break
    case .misuse: findings.append(misuse())
    case .resumedTwice: findings.append(resumedTwice())
    case .secondConsumer: findings.append(secondConsumer())
    case .ownerCycle: findings.append(ownerCycle())
    case .refused: findings.append(refusal())
    case .quiescent:
      findings += quiescence()
      // The run was ended for this question alone.
      if findings.isEmpty { return [] }
    case .stepLimit: findings.append(livelock())
    case .outOfThreads:
      Breakdown.ofThreads(in: engine).end()
    }
    findings += dataRaces()
    if let failure = testFailure() { findings.append(failure) }
    // A thrown error leaves its world as it is: what it left behind says nothing.
    if engine.pointee.run.end == .finished, body.thrown == nil {
      findings += starvedPool() + audit() + missedTasks()
    }
    findings +=
      barriersOnGlobalQueues() + locksAcrossSuspensions() + droppedSources() + uncontrolledThreads()
      + workInFlight() + foreignCalls()
    if findings.isEmpty { return [] }
    let recordedTrace = self.recordedTrace()
    for index in findings.indices { findings[index].recordedTrace = recordedTrace }
    return findings
  }

  /// A finding with this run's context.
  func finding(
    _ kind: FindingKind, at location: CodeLocation? = nil, participants: [Participant] = [],
    alsoStuck: [Participant] = [],
    steps: [StepLine] = [], remarks: [FindingNote] = [], omission: Omission? = nil
  ) -> Finding {
    let place =
      omission?.location ?? location ?? participants.lazy.compactMap(\.location).first ?? fallbackLocation
    var finding = Finding(
      kind, at: place, participants: participants, alsoStuck: alsoStuck,
      steps: StepExcerpt(steps, of: engine.pointee.trace.count), context: context,
      excerpt: place.flatMap(SourceText.excerpt),
      remarks: remarks + engine.changedExternalObjects.map { .madeOutsideBody(naming.object($0)) })
    finding.omission = omission
    finding.remarks += WorkLeftBehind(engine: engine).remark(on: kind)
    finding.context.missingReader = missingReader(of: finding)
    return finding
  }

  /// Where nothing better is known: the call that asked for the exploration.
  private var fallbackLocation: CodeLocation? {
    options.location.line > 0
      ? CodeLocation(
        file: options.location.filePath, line: options.location.line, column: options.location.column)
      : nil
  }
}
#endif
