// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDReport
import GCDVocabulary

/// Blocks that have ended, or never ran, without the call that another task waits for.
struct EndedBlocks {
  let engine: Engine
  let naming: ReportNames

  /// A task that has ended, by where it came from: its worker runs other blocks by now.
  func name(of task: TaskID) -> String {
    if task == .body || engine.pointee.world.kind(of: task) == .thread { return naming.participant(task) }
    guard let place = submissionPlace(task) else { return naming.participant(task) }
    return "the block submitted at \(place.short)"
  }

  /// Where the block of a task was submitted.
  func submissionPlace(_ task: TaskID) -> CodeLocation? {
    let record = engine.pointee.tasks[task].pointee
    return naming.location(record.submission, record.submissionStack)
  }

  /// Blocks that have ended and did not do what the waiter lacks: those that took what they should give
  /// back, else those that come from where others came that did it, else all, where these are few.
  func wakers(_ edge: GCDModel.WaitEdge) -> [Waker] {
    let tasks = engine.allTasks
    let call: OperationKind
    switch edge.kind {
    case .group: call = .leave
    case .semaphore: call = .signal
    case .condition: return awayFromLock(edge)
    default: return []
    }
    let cancelled = tasks.filter { wasCancelled($0) && !isOlder($0, than: edge.resource) }
    if let first = cancelled.first {
      return [.cancelled(location: submissionPlace(first), by: cancellation(of: first))]
    }
    let late = neverDue
    if let first = late.first { return [.neverDue(location: first, count: late.count)] }
    let ended = tasksThatAreOver.filter { !leavesGroup($0, insteadOf: call) }
    let callers = self.callers(of: call, on: edge.resource)
    let takers = call == .signal ? self.callers(of: .wait, on: edge.resource) : []
    let silent = ended.filter { !callers.contains($0) }
    let sites = Set(callers.map(origin))
    let alike = silent.filter { sites.contains(origin($0)) }
    let suspects = [silent.filter(takers.contains), alike, silent].first { !$0.isEmpty } ?? []
    // Names of places are read from files: of thousands of blocks from one place, once.
    var seen: Set<[UInt]> = []
    let others = suspects.reversed().filter { seen.insert(cameFrom($0)).inserted }
    let places = others.compactMap(whereFrom).distinct
    let most = 3
    if places.count > most { return [] }
    return places.map(\.work).distinct.map { work in
      .endedWithout(call, places.filter { $0.work == work }.map(\.place), of: work)
    }
  }

  /// What a task is, and where that was submitted or made.
  private struct Origin: Hashable {
    /// Nil for a block.
    var work: EndedWork?
    var place: CodeLocation
  }

  /// What `whereFrom` follows from.
  private func cameFrom(_ task: TaskID) -> [UInt] {
    let jobTask = engine.pointee.tasks[task].pointee.jobTask
    return [origin(task), UInt(engine.pointee.world.kind(of: task).rawValue), UInt(jobTask.rawValue)]
  }

  private func whereFrom(_ task: TaskID) -> Origin? {
    let swiftTask = engine.pointee.tasks[task].pointee.jobTask
    let place = swiftTask == .none ? submissionPlace(task) : naming.object(swiftTask).created
    let work: EndedWork? =
      switch engine.pointee.world.kind(of: task) {
      case .thread: .thread
      case .eventHandler, .cancelHandler, .registrationHandler, .installation: .handler
      case .clock, .body, .async, .barrier, .after, .notify, .finalizer, .asyncAndWait, .applyWorker:
        swiftTask == .none ? nil : .task
      }
    return place.map { Origin(work: work, place: $0) }
  }

  /// A block of a group leaves that, and none that it was not given to.
  private func leavesGroup(_ task: TaskID, insteadOf call: OperationKind) -> Bool {
    call == .leave && engine.pointee.world.group(of: task) != .none
  }

  /// Blocks that have ended and never had the lock of a condition's wait, where others from their line had
  /// it: what is waited for is changed under that lock, by each of them or by the last.
  private func awayFromLock(_ edge: GCDModel.WaitEdge) -> [Waker] {
    let trace = engine.pointee.trace
    let waits = (trace.first..<trace.count).last {
      trace.steps[$0].kind == .conditionWait && trace.steps[$0].task == edge.waiter
        && trace.steps[$0].object == edge.resource
    }
    guard trace.first == 0, let waits else { return [] }
    let lock = ObjectID(rawValue: trace.steps[waits].other)
    guard lock.kind == .lock else { return [] }
    let callers = callers(of: .lock, on: lock).union(self.callers(of: .tryLock, on: lock))
    let ended = tasksThatAreOver
    let sites = Set(callers.filter { ended.contains($0) && submissionPlace($0) != nil }.map(origin))
    let silent = ended.filter { !callers.contains($0) && sites.contains(origin($0)) }.compactMap(whereFrom)
    return Set(silent).count == 1
      ? [.endedWithoutLock(silent[0].place, count: silent.count, of: silent[0].work)] : []
  }

  /// Where the one block was submitted that has ended without the signal that others from there have made, or
  /// that has taken what it did not give back.
  func omission(ofSilence edge: GCDModel.WaitEdge) -> Omission? {
    if !neverDue.isEmpty { return nil }
    // Blocks of one line may each serve a semaphore of their own.
    let made = engine.pointee.records.find(edge.resource)?.pointee.site
    let alike = (0..<engine.pointee.records.count(.semaphore)).map { ObjectID(.semaphore, $0) }.filter {
      engine.pointee.records.find($0)?.pointee.site == made
    }
    let signallers = alike.reduce(into: Set<TaskID>()) { $0.formUnion(callers(of: .signal, on: $1)) }
    let takers = callers(of: .wait, on: edge.resource)
    let sites = Set(signallers.map(origin))
    let silent = tasksThatAreOver.filter {
      !signallers.contains($0) && (takers.contains($0) || sites.contains(origin($0)))
    }
    guard Set(silent.map(origin)).count == 1, let first = silent.lazy.compactMap(whereFrom).first
    else { return nil }
    return Omission(first.work == nil ? .neverSignaled : .madeWithoutSignal, at: first.place)
  }

  /// Tasks that have done all that they were to do: no handler that is called again and is stuck in that, and
  /// none that only runs iterations of another one.
  private var tasksThatAreOver: [TaskID] {
    let tasks = engine.allTasks
    let running = tasks.filter {
      engine.pointee.world.kind(of: $0) == .eventHandler && engine.pointee.world.phase(of: $0) == .running
    }
    let runningHandlers = Set(running.map(origin))
    return tasks.filter { isOver($0, runningHandlers) }
  }

  private func isOver(_ task: TaskID, _ runningHandlers: Set<UInt>) -> Bool {
    guard engine.pointee.world.phase(of: task) == .ended, task != .body, !isSuspended(task),
      !OpenChannels(engine: engine, naming: naming).serves(task)
    else { return false }
    switch engine.pointee.world.kind(of: task) {
    case .applyWorker, .installation: return false
    case .eventHandler:
      return !runningHandlers.contains(origin(task))
    case .clock, .body, .async, .barrier, .after, .notify, .cancelHandler, .registrationHandler, .finalizer,
      .thread, .asyncAndWait:
      return true
    }
  }

  /// The call that keeps a block from running which may have been meant to end a wait: what the first
  /// waker is about.
  func omission(_ edge: GCDModel.WaitEdge) -> Omission? {
    switch wakers(edge).first {
    case .cancelled(let location, let call)?:
      return (call ?? location).map { Omission(.itemCancelled, at: $0) }
    case .neverDue(let location, _)?: return location.map { Omission(.neverDue, at: $0) }
    default: return nil
    }
  }

  /// Where blocks were submitted that no time makes due.
  private var neverDue: [CodeLocation] {
    engine.pointee.notes.blocksNeverDue.compactMap {
      naming.frames($0, or: .none).innermostOfUser?.location
    }
  }

  /// Where the work item of a task was cancelled first.
  private func cancellation(of task: TaskID) -> CodeLocation? {
    let item = engine.pointee.world.workItem(of: task)
    let trace = engine.pointee.trace
    return (trace.first..<trace.count).first {
      trace.steps[$0].kind == .itemCancel && trace.steps[$0].object == item
    }.flatMap { naming.location(trace.steps[$0].site, trace.steps[$0].stack) }
  }

  /// A work item that was cancelled before it began, so that its body never ran.
  private func wasCancelled(_ task: TaskID) -> Bool {
    let item = engine.pointee.world.workItem(of: task)
    guard item != .none, engine.pointee.world.workItems.isCancelled(item) else { return false }
    for index in engine.pointee.trace.first..<engine.pointee.trace.count {
      let step = engine.pointee.trace.steps[index]
      if step.kind == .itemCancel, step.object == item { return true }
      if step.kind == .begin, step.task == task { return false }
    }
    return false
  }

  /// Whether a task was there before an object was made: it is none of those that serve it.
  private func isOlder(_ task: TaskID, than object: ObjectID) -> Bool {
    guard let record = engine.pointee.records.find(object), !record.pointee.isAdopted else { return false }
    return task.rawValue < record.pointee.tasksBefore
  }

  /// A block was a part of a Swift task that has not ended.
  private func isSuspended(_ task: TaskID) -> Bool { suspended(task) != nil }

  /// The Swift task of which a block was a part, if that has not ended.
  func suspended(_ task: TaskID) -> ObjectID? {
    let object = engine.pointee.tasks[task].pointee.jobTask
    guard object != .none else { return nil }
    return engine.pointee.swiftTasks.entries.first {
      $0.object == object && [GCDC_TASK_ACTIVE, GCDC_TASK_SUSPENDED].contains($0.facts.state)
    }?.object
  }

  /// Where a task comes from: the innermost call that is in no library.
  private func origin(_ task: TaskID) -> UInt {
    let record = engine.pointee.tasks[task].pointee
    return engine.userAddress(record.submissionStack, or: record.submission)
  }

  private func callers(of call: OperationKind, on object: ObjectID) -> Set<TaskID> {
    var callers: Set<TaskID> = []
    for index in engine.pointee.trace.first..<engine.pointee.trace.count {
      let step = engine.pointee.trace.steps[index]
      if step.kind == call, step.object == object { callers.insert(step.task) }
    }
    for entry in engine.pointee.world.core.ledger.entries where entry.object == object && entry.kind == call {
      callers.insert(entry.task)
    }
    return callers
  }
}
#endif
