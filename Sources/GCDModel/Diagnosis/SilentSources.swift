// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

extension World {
  /// The program's sources whose event handlers run no more, in the order of creation; none whose handler has
  /// not ended.
  public mutating func silentSources() -> [(source: ObjectID, silence: SourceSilence)] {
    (0..<queues.lanes.count).compactMap { lane in
      let source = queues.lanes.at[lane].source
      guard source >= 0, !queues.lanes.at[lane].isInternal, let silence = silence(source, lane) else {
        return nil
      }
      return (queues.lanes.at[lane].object, silence)
    }
  }

  /// The sources of a kind that may still fire, in the order of creation.
  public mutating func openSources(of kind: SourceKind) -> [ObjectID] {
    (0..<queues.lanes.count).compactMap { lane in
      let source = queues.lanes.at[lane].source
      guard source >= 0, !queues.isClosed(lane) else { return nil }
      let state = sources.table.at[source]
      let isOpen = state.kind == kind && !state.isCancelled && !state.isReleased
      return isOpen ? queues.lanes.at[lane].object : nil
    }
  }

  private mutating func silence(_ source: Int, _ lane: Int) -> SourceSilence? {
    let state = sources.table.at[source]
    let isRunning = state.eventTask >= 0 && core.tasks.at[state.eventTask].phase == .running
    if !state.hasEventHandler || state.isReleased || isRunning { return nil }
    if state.isCancelled { return .cancelled }
    if queues.isClosed(lane) { return queues.lanes.at[lane].isInactive ? .inactive : .suspended }
    if state.hasMissedSignal && state.eventTask < 0 { return .missedSignal }
    if state.kind != .timer || state.eventTask >= 0 || state.next != Operation.noDeadline { return nil }
    if state.setter < 0 { return .unscheduled }
    return state.interval == 0 && state.handlerCount > 0 ? .firedOnce : nil
  }
}
