// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDModel
import GCDReport
import GCDVocabulary

/// Sources whose event handlers run no more, and so end no wait.
struct SilentSources {
  let engine: Engine
  let naming: ReportNames

  /// More of them say nothing about one wait.
  private static let most = 2

  /// Those that may still be meant to fire, else those that were cancelled; none where there are many.
  func wakers() -> [Waker] {
    let all = engine.pointee.world.silentSources()
    let open = all.filter { $0.silence != .cancelled }
    let meant = open.isEmpty ? all : open
    if meant.count > SilentSources.most { return [] }
    return meant.map {
      .silentSource(
        source: naming.object($0.source), silence: $0.silence, location: place($0.source, $0.silence))
    }
  }

  /// The same of a Swift task that awaits what nothing is left to bring about: none where the source has done
  /// what it was made for.
  var omissionOfAwait: Omission? {
    guard let omission else { return nil }
    return omission.kind == .scheduledOnce ? nil : omission
  }

  /// The call since which the only source of the program is silent, if that may be the cause of a wait that
  /// nothing else could end: one that was cancelled after its handler ran has served its purpose.
  var omission: Omission? {
    let all = engine.pointee.world.silentSources()
    if all.isEmpty { return omissionOfDropped }
    guard all.count == 1, let only = all.first, let place = place(only.source, only.silence) else {
      return nil
    }
    switch only.silence {
    case .cancelled: return hasRun(only.source) ? nil : Omission(.sourceCancelled, at: place)
    case .suspended: return Omission(.neverResumed, at: place)
    case .inactive: return Omission(.neverActivated, at: place)
    case .unscheduled: return Omission(.neverScheduled, at: place)
    case .firedOnce: return Omission(.scheduledOnce, at: place)
    case .missedSignal: return Omission(.signalTooEarly, at: place)
    }
  }

  private var omissionOfDropped: Omission? {
    let dropped = engine.pointee.notes.droppedSources
    guard let only = dropped.first, dropped.allSatisfy({ $0.source == only.source }) else { return nil }
    return hasRun(only.source)
      ? nil : naming.location(only.site, only.stack).map { Omission(.sourceDropped, at: $0) }
  }

  /// Whether its event handler has begun; the next call of a timer's is a task already.
  private func hasRun(_ source: ObjectID) -> Bool {
    let made = naming.object(source).created
    let ended = EndedBlocks(engine: engine, naming: naming)
    return engine.allTasks.contains {
      engine.pointee.world.kind(of: $0) == .eventHandler && engine.pointee.tasks[$0].pointee.workerNumber != 0
        && ended.submissionPlace($0) == made
    }
  }

  /// Where the call was made since which it is silent.
  private func place(_ source: ObjectID, _ silence: SourceSilence) -> CodeLocation? {
    switch silence {
    case .cancelled: lastCall(.cancel, of: source)
    case .suspended: lastCall(.suspend, of: source)
    case .firedOnce: lastCall(.setTimer, of: source)
    case .missedSignal: lastCall(.sendSignal, of: source)
    case .inactive, .unscheduled: naming.object(source).created
    }
  }

  private func lastCall(_ kind: OperationKind, of source: ObjectID) -> CodeLocation? {
    let trace = engine.pointee.trace
    return (trace.first..<trace.count).last { index in
      trace.steps[index].kind == kind && trace.steps[index].object == source
    }.flatMap { naming.location(trace.steps[$0].site, trace.steps[$0].stack) }
  }
}
#endif
