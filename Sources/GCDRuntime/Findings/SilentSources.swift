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

  /// Where the call was made since which it is silent.
  private func place(_ source: ObjectID, _ silence: SourceSilence) -> CodeLocation? {
    switch silence {
    case .cancelled: lastCall(.cancel, of: source)
    case .suspended: lastCall(.suspend, of: source)
    case .firedOnce: lastCall(.setTimer, of: source)
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
