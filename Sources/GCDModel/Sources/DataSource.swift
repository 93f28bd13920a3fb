// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Data sources: values merge until the handler latches them (libdispatch.md 2.9 "data_add sums").
extension World {
  /// Merges a value; ignored after cancel or release, kept while the source is inactive.
  mutating func mergeData(_ task: Int, _ object: ObjectID, _ value: UInt64) -> Outcome {
    let index = object.index
    if object.rawValue >> 24 != 7 || sources[index].kind == .timer { return .failed(.mergeDataOnOtherSource) }
    if sources[index].isCancelled || sources[index].isReleased { return done(task) }
    switch sources[index].kind {
    case .add: sources[index].pendingData &+= value
    case .or: sources[index].pendingData |= value
    default: sources[index].pendingData = value
    }
    if sources[index].isInstalled { raiseData(index) }
    return done(task)
  }

  /// Submits the event handler if there is something to tell and none stands or runs.
  mutating func raiseData(_ index: Int) {
    if sources[index].pendingData == 0 || sources[index].eventTask >= 0 || !sources[index].hasEventHandler {
      return
    }
    let task = makeHandler(index, .eventHandler)
    sources[index].eventTask = task
    submit(task)
  }
}
