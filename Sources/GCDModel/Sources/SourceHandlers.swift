// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// The tasks that are handlers of sources.
extension Sources {
  /// Makes the next handler task of a source.
  mutating func makeHandler(_ index: Int, _ kind: TaskKind, _ queues: inout Queues, _ core: inout Core) -> Int
  {
    let task = core.makeTask(kind: kind, creator: .clock)
    table.at[index].handlerCount &+= 1
    core.tasks.at[task].stableID = fold(
      fold(table.at[index].stableID, UInt64(kind.rawValue)), table.at[index].handlerCount)
    core.tasks.at[task].lane = table.at[index].lane
    queues.lanes.at[table.at[index].lane].references += 1
    core.tasks.at[task].source = index
    return task
  }

  /// A handler begins: the data that it sees is fixed now.
  mutating func latch(_ task: Int, _ core: inout Core) {
    let index = core.tasks.at[task].source
    // The cancel handler already reads 0.
    if core.tasks.at[task].kind == .cancelHandler { table.at[index].data = 0 }
    if core.tasks.at[task].kind != .eventHandler { return }
    switch table.at[index].kind {
    case .timer: latchTimer(index, &core)
    case .add, .or, .replace:
      table.at[index].data = table.at[index].pendingData
      table.at[index].pendingData = 0
    case .read, .write, .signal: table.at[index].data = table.at[index].eventData
    }
  }

  /// A handler has returned: a timer is armed again, values merged meanwhile raise the next event.
  mutating func handlerEnded(_ task: Int, _ queues: inout Queues, _ core: inout Core) {
    let index = core.tasks.at[task].source
    if core.tasks.at[task].kind != .eventHandler { return }
    table.at[index].eventTask = -1
    wakeCancelWaiters(index, &core)
    if table.at[index].isCancelled || table.at[index].isReleased {
      if !table.at[index].hasCancelHandler { table.at[index].data = 0 }
      return
    }
    raise(index, &queues, &core)
    if table.at[index].hasSignal { raiseEvent(index, &queues, &core) }
  }

  /// Withdraws every event handler that has not begun.
  mutating func dropEvents(_ index: Int, _ queues: inout Queues, _ core: inout Core) {
    disarmTimer(index, &queues, &core)
    table.at[index].pendingData = 0
    table.at[index].hasSignal = false
    var task = queues.lanes.at[table.at[index].lane].waiting.head
    while task >= 0 {
      let next = core.tasks.at[task].listNext
      if core.tasks.at[task].kind != .cancelHandler { withdraw(task, &queues, &core) }
      task = next
    }
    queues.refreshLane(table.at[index].lane, &core)
  }

  /// Takes an item that has not begun out of its lane.
  mutating func withdraw(_ item: Int, _ queues: inout Queues, _ core: inout Core) {
    core.makeUnstartable(item)
    queues.leaveLane(item, &core)
    if table.at[core.tasks.at[item].source].eventTask == item {
      table.at[core.tasks.at[item].source].eventTask = -1
    }
    queues.drop(item, &core)
  }
}
