// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Data sources: values merge until the handler latches them (Libdispatch.md 2.9 "data_add sums").
extension Sources {
  /// Merges a value; ignored after cancel or release, kept while the source is inactive.
  mutating func mergeData(
    _ task: Int, _ object: ObjectID, _ value: UInt64, _ queues: inout Queues, _ core: inout Core
  ) -> Outcome {
    let index = object.index
    if !object.isSource { return .failed(.mergeDataOnOtherSource) }
    if table.at[index].isCancelled || table.at[index].isReleased { return core.done(task) }
    switch table.at[index].kind {
    case .add: table.at[index].pendingData &+= value
    case .or: table.at[index].pendingData |= value
    case .replace: table.at[index].pendingData = value
    case .timer, .read, .write, .signal: return .failed(.mergeDataOnOtherSource)
    }
    if table.at[index].isInstalled { raiseData(index, &queues, &core) }
    return core.done(task)
  }

  /// Submits the event handler if there is something to report and none is queued or runs.
  mutating func raiseData(_ index: Int, _ queues: inout Queues, _ core: inout Core) {
    if table.at[index].pendingData == 0 || table.at[index].eventTask >= 0 { return }
    if !table.at[index].hasEventHandler {  // latched, and seen by no handler
      table.at[index].data = table.at[index].pendingData
      table.at[index].pendingData = 0
      return
    }
    let task = makeHandler(index, .eventHandler, &queues, &core)
    table.at[index].eventTask = task
    queues.submit(task, &core)
  }
}
