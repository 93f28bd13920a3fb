// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Data sources: values merge until the handler latches them (Libdispatch.md 2.9 "data_add sums").
extension World {
  /// Merges a value; ignored after cancel or release, kept while the source is inactive.
  mutating func mergeData(_ task: Int, _ object: ObjectID, _ value: UInt64) -> Outcome {
    let index = object.index
    if !object.isSource { return .failed(.mergeDataOnOtherSource) }
    if sources[index].isCancelled || sources[index].isReleased { return done(task) }
    switch sources[index].kind {
    case .add: sources[index].pendingData &+= value
    case .or: sources[index].pendingData |= value
    case .replace: sources[index].pendingData = value
    case .timer, .read, .write, .signal: return .failed(.mergeDataOnOtherSource)
    }
    if sources[index].isInstalled { raiseData(index) }
    return done(task)
  }

  /// Submits the event handler if there is something to report and none is queued or runs.
  mutating func raiseData(_ index: Int) {
    if sources[index].pendingData == 0 || sources[index].eventTask >= 0 { return }
    if !sources[index].hasEventHandler {  // latched, and reported to no one
      sources[index].data = sources[index].pendingData
      sources[index].pendingData = 0
      return
    }
    let task = makeHandler(index, .eventHandler)
    sources[index].eventTask = task
    submit(task)
  }
}
