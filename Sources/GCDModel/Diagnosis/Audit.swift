// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// What a run leaves behind: ids only, no words.
public enum AuditFinding: Sendable, Hashable {
  /// GCD101 or GCD102: a cycle of owners among tasks that the body did not need.
  case deadCycle([WaitEdge])
  /// GCD104: an item registered with a group that is still entered.
  case notifyNeverFires(group: ObjectID, item: TaskID)
  /// GCD105: an item registered with a work item that no task has run.
  case itemNeverRuns(workItem: ObjectID, item: TaskID)
  /// GCD205: a suspended object with work behind it.
  case leftSuspended(ObjectID, work: [TaskID])
  /// GCD205: an object that was never activated, with work behind it.
  case leftInactive(ObjectID, work: [TaskID])
  /// GCD205: a group still entered although nothing waits for it.
  case leftEntered(ObjectID, count: Int)
  /// A note: a task in an untimed wait that nothing ended.
  case abandonedWait(WaitEdge)
}

extension World {
  /// Looks at what is left after the drain of a run; each fact once, cycles first.
  public mutating func audit() -> [AuditFinding] {
    var findings: [AuditFinding] = []
    var inCycle: Set<TaskID> = []
    let blocked = blockedTasks()
    for task in blocked where !inCycle.contains(TaskID(UInt32(task))) {
      guard let cycle = ownerCycle(through: task) else { continue }
      for edge in cycle { inCycle.insert(edge.waiter) }
      findings.append(.deadCycle(cycle))
    }
    for index in 0..<groups.table.count { auditGroup(index, &findings) }
    for lane in 0..<queues.lanes.count where queues.isClosed(lane) && !queues.lanes.at[lane].isInternal {
      auditLane(lane, &findings)
    }
    for task in blocked where !inCycle.contains(TaskID(UInt32(task))) {
      let edges = waits(of: TaskID(UInt32(task)))
      if let edge = edges.first, edge.kind != .time, core.tasks.at[task].heapIndex < 0 {
        findings.append(.abandonedWait(edge))
      }
    }
    return findings
  }

  /// Those that wait to enter a lock or queue which the task of a wait has, where no task is left that could
  /// end that wait; no service waits like that. Blocks that have not begun are among them where the wait is a
  /// fault by itself: a service has no time for what is behind it. Whether time could end it is another
  /// question.
  public mutating func keptOut(by edge: WaitEdge) -> [TaskID] {
    guard core.isSettled, itemsWaitingForPool == 0,
      edge.isForEvent
    else { return [] }
    if isAwait(edge) { return [] }
    let isMissed = isMissed(edge)
    return stuckTasks().filter { task in
      let phase = phase(of: task)
      // A thread with a block of the main queue on top of its stack is that block.
      let isOnTop = phase == .running && pendingOperation(of: task).kind != .hosting
      return task != edge.waiter && (isOnTop || phase == .queued && isMissed)
        && waits(of: task).contains { $0.isEntry && $0.holder == edge.waiter }
    }
  }

  /// Whether a wait that nothing left can end is a fault even of a program that serves for good: a group or a
  /// work item has an end of its own, and a semaphore that has never let a task go is no queue of work.
  public mutating func isMissed(_ edge: WaitEdge) -> Bool {
    switch edge.kind {
    case .group: return true
    case .workItem: return true
    case .item: return edge.resource.kind == .workItem
    case .semaphore:
      let state = semaphores.table.at[edge.resource.index]
      return !state.isAwait && (state.original > 0 || !state.hasServed)
    default: return false
    }
  }

  private mutating func auditGroup(_ index: Int, _ findings: inout [AuditFinding]) {
    if groups.table.at[index].count == 0 { return }
    let group = ObjectID(.group, index)
    var item = groups.table.at[index].notifies.head
    let workItem = groups.table.at[index].workItem
    if workItem >= 0 {
      if item >= 0 && workItems.runners(of: workItem, &core).isEmpty {
        findings.append(
          .itemNeverRuns(workItem: ObjectID(.workItem, workItem), item: TaskID(UInt32(item))))
      }
      return
    }
    if item < 0 && groups.table.at[index].waiters.head < 0 {
      findings.append(.leftEntered(group, count: groups.table.at[index].count))
    }
    while item >= 0 {
      findings.append(.notifyNeverFires(group: group, item: TaskID(UInt32(item))))
      item = core.tasks.at[item].listNext
    }
  }

  private mutating func auditLane(_ lane: Int, _ findings: inout [AuditFinding]) {
    let object = queues.lanes.at[lane].object
    let work = pendingWork(behind: object)
    let source = queues.lanes.at[lane].source
    let isSetUp =
      source >= 0 && sources.table.at[source].hasEventHandler && !sources.table.at[source].isReleased
      && (sources.table.at[source].next != UInt64.max || sources.table.at[source].pendingData > 0
        || sources.isWatching(source))
    if work.isEmpty && !isSetUp { return }
    findings.append(
      queues.lanes.at[lane].isInactive
        ? .leftInactive(object, work: work) : .leftSuspended(object, work: work))
  }
}
