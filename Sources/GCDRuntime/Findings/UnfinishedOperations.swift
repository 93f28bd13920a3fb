// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDReport
import GCDVocabulary

/// Operations of Foundation's that have not finished at the end of a run: which of them a task waits for, and
/// why they cannot continue.
struct UnfinishedOperations {
  let engine: Engine
  let naming: ReportNames
  private let operations: [FoundationOperation]
  private let graph: OperationGraph

  /// More causes say nothing about one wait.
  private static let most = 2

  private let queues: [UInt]

  init(engine: Engine, naming: ReportNames) {
    self.engine = engine
    self.naming = naming
    let notes = engine.pointee.notes.operations
    operations = notes.operations.compactMap { FoundationOperation($0) }.filter { !$0.isFinished }
    var places: [UInt: Int] = [:]
    for (place, operation) in operations.enumerated() { places[operation.reference.address] = place }
    let queues = Array(Set(operations.compactMap(\.queue)))
    graph = OperationGraph(
      operations.map { operation in
        OperationGraph.Node(
          operation.stage, queue: operation.queue.flatMap(queues.firstIndex),
          isQueueSuspended: operation.isQueueSuspended, isQueueFull: operation.reachedLimit != nil,
          dependencies: operation.dependencies.compactMap { places[$0] })
      })
    self.queues = queues
  }

  /// What it says about a wait that they may have been meant to end.
  ///
  /// Others that are stuck as well, and may be in the middle of an operation, say more about what they do.
  func wakers(_ edge: GCDModel.WaitEdge) -> [Waker] {
    let causes = causes(edge)
    // One circle explains those that depend on it, and others that share a part of it.
    let most = causes.first?.isCircle == true ? 1 : UnfinishedOperations.most
    // Who it runs is said with it.
    if case .queueFull(let operation)? = causes.first {
      return [.operations(noRoom(for: operation, isOwn: false))]
    }
    if let awaited = place(ofAwaited: edge.resource), graph.isHeldUpByOthers(awaited),
      graph.running(inQueueOf: awaited).contains(where: { runner(of: $0) == edge.waiter }),
      own(edge, awaited: awaited) == nil
    {
      return [.operations(noRoom(for: awaited, isOwn: true))]
    }
    return causes.prefix(most).map { obstacle($0, of: edge.waiter) }
      // One that waits for something else in the middle of its operation does not wait for that.
      .filter { !$0.isOwn || place(ofAwaited: edge.resource) != nil }.map(Waker.operations)
  }

  /// The call at which the cause begins.
  func omission(_ edge: GCDModel.WaitEdge) -> Omission? {
    guard let cause = causes(edge).first else { return nil }
    switch cause {
    case .circle(let members):
      // The dependency that was made last closed the circle.
      let notes = engine.pointee.notes.operations.dependencies
      let links = members.indices.compactMap { link(members, $0) }
      return links.max().flatMap { place(notes[$0].place) }.map { Omission(.dependsInCircle, at: $0) }
    case .neverAdded(let operation):
      return dependents(of: operation).first.flatMap { place($0.place) }
        .map { Omission(.dependsOnNeverAdded, at: $0) }
    case .suspended(let queue):
      return suspension(queue).map { Omission(.operationsSuspended, at: $0) }
    case .started(let operation):
      guard runner(of: operation) == nil else { return nil }
      return submission(by: operation).map { Omission(.operationNotFinished, at: $0) }
    case .queueFull: return nil
    }
  }

  /// The task that is in the middle of the operation which a wait needs first.
  func runner(neededBy edge: GCDModel.WaitEdge) -> TaskID? {
    guard case .started(let operation)? = causes(edge).first else { return nil }
    return runner(of: operation)
  }

  /// The operation whose end a condition is the signal of, that a thread waits on.
  func awaited(by condition: ObjectID) -> ObjectName? {
    place(ofAwaited: condition).map(name)
  }

  /// Whether a task waits for all operations of a queue in the middle of one of them.
  func waitsForItself(_ edge: GCDModel.WaitEdge) -> Bool {
    guard case .started(let operation)? = causes(edge).first else { return false }
    return runner(of: operation) == edge.waiter && place(ofAwaited: edge.resource) != nil
  }

  /// What a task waits for: the operation that it is in the middle of, where it waits for all of that queue.
  func resource(of edge: GCDModel.WaitEdge) -> ObjectName {
    guard let awaited = place(ofAwaited: edge.resource), let own = own(edge, awaited: awaited) else {
      return naming.object(edge.resource)
    }
    return name(own)
  }

  private func own(_ edge: GCDModel.WaitEdge, awaited: Int) -> Int? {
    // Whichever of them it waits for first.
    let waitForAll = "OperationQueue.waitUntilAllOperationsAreFinished"
    guard naming.stack(edge.waiter).contains(where: { $0.function.hasPrefix(waitForAll) }) else { return nil }
    return graph.running(inQueueOf: awaited).first { runner(of: $0) == edge.waiter }
  }

  private func causes(_ edge: GCDModel.WaitEdge) -> [OperationGraph.Cause] {
    if operations.isEmpty { return [] }
    if let awaited = place(ofAwaited: edge.resource), let own = own(edge, awaited: awaited) {
      return [.started(own)]
    }
    return graph.causes(of: place(ofAwaited: edge.resource).map { [$0] }).filter { cause in
      // Of one that the program starts itself it is not known whether its code is over.
      if case .started(let operation) = cause { starter(of: operation) != nil } else { true }
    }
  }

  private func place(ofAwaited condition: ObjectID) -> Int? {
    guard condition.kind == .condition, let address = engine.address(of: condition) else { return nil }
    return operations.firstIndex { $0.condition == UInt(bitPattern: address) }
  }

  private func obstacle(_ cause: OperationGraph.Cause, of waiter: TaskID) -> OperationObstacle {
    switch cause {
    case .circle(let members):
      let notes = engine.pointee.notes.operations.dependencies
      return .circle(
        members.indices.map { index in
          OperationObstacle.Link(
            name(members[index]), at: link(members, index).flatMap { place(notes[$0].place) })
        })
    case .neverAdded(let operation):
      let dependents = dependents(of: operation)
      return .neverAdded(
        name(operation), dependents: dependents.count, location: dependents.first.flatMap { place($0.place) })
    case .suspended(let queue):
      return .queueSuspended(
        label: FoundationOperation.label(ofQueue: queues[queue]),
        waiting: operations.count { $0.stage == .queued && $0.queue == queues[queue] },
        location: suspension(queue))
    case .queueFull(let operation): return noRoom(for: operation, isOwn: false)
    case .started(let operation):
      guard let task = runner(of: operation) else {
        return .neverFinished(name(operation), submitted: submission(by: operation))
      }
      return task == waiter
        ? .runsItself(name(operation))
        : .runs(name(operation), by: naming.participant(task), location: naming.currentLocation(task))
    }
  }

  private func noRoom(for operation: Int, isOwn: Bool) -> OperationObstacle {
    .queueFull(
      name(operation), label: operations[operation].queue.flatMap(FoundationOperation.label),
      limit: operations[operation].reachedLimit ?? 0, running: graph.running(inQueueOf: operation).map(name),
      isOwn: isOwn)
  }

  /// Of a circle, the note of the dependency of one member on the next.
  private func link(_ members: [Int], _ index: Int) -> Int? {
    let operation = operations[members[index]].reference
    let next = operations[members[(index + 1) % members.count]].reference
    return engine.pointee.notes.operations.dependencies.lastIndex {
      $0.operation == operation && $0.other == next
    }
  }

  private func dependents(of operation: Int) -> [OperationNotes.Dependency] {
    let other = operations[operation].reference
    let waiting = operations.filter { $0.dependencies.contains(other.address) }.map(\.reference)
    return engine.pointee.notes.operations.dependencies.filter {
      $0.other == other && waiting.contains($0.operation)
    }
  }

  private func suspension(_ queue: Int) -> CodeLocation? {
    engine.pointee.notes.operations.suspensions.first { $0.key.address == queues[queue] }
      .flatMap { place($0.value) }
  }

  /// The task that is in the middle of an operation: of its start, or else of a block that comes from that.
  private func runner(of operation: Int) -> TaskID? {
    guard let starter = starter(of: operation) else { return nil }
    if engine.pointee.world.phase(of: starter) != .ended { return starter }
    return engine.allTasks.first {
      engine.pointee.world.phase(of: $0) != .ended && engine.pointee.tasks[$0].pointee.thread != nil
        && comes($0, from: starter)
    }
  }

  /// Whether one task has made another one, itself or by those that it has made; each is made after its
  /// maker.
  private func comes(_ task: TaskID, from maker: TaskID) -> Bool {
    var creator = engine.pointee.tasks[task].pointee.creator
    while creator != .none, creator.rawValue > maker.rawValue {
      creator = engine.pointee.tasks[creator].pointee.creator
    }
    return creator == maker
  }

  /// The task that began an operation, and may be over.
  private func starter(of operation: Int) -> TaskID? {
    guard let block = operations[operation].block, gcdc_item_state_of(block) == GCDC_ITEM_SOUND,
      let group = gcdc_item_facts_of(block).group
    else { return nil }
    let item = engine.findKnown(group, .workItem)
    return item == .none ? nil : engine.allTasks.first { engine.pointee.world.workItem(of: $0) == item }
  }

  /// Where the code that began an operation submitted a block last, which may have been meant to finish it.
  private func submission(by operation: Int) -> CodeLocation? {
    guard let starter = starter(of: operation) else { return nil }
    return engine.allTasks.last { engine.pointee.tasks[$0].pointee.creator == starter }
      .flatMap(EndedBlocks(engine: engine, naming: naming).submissionPlace)
  }

  private func place(_ place: OperationNotes.Place) -> CodeLocation? {
    naming.location(place.site, place.stack)
  }

  /// Foundation's own classes say nothing about what an operation does.
  private func name(_ operation: Int) -> ObjectName {
    let facts = operations[operation]
    let ordinal = engine.pointee.notes.operations.operations.firstIndex(of: facts.reference)
    let isShared = facts.label.map { label in operations.count { $0.label == label } > 1 } ?? false
    let origin = engine.pointee.notes.operations.origins[facts.reference].flatMap(place)
    return ObjectName(
      .operation, label: facts.label, variable: facts.label == nil ? origin.flatMap(naming.variable) : nil,
      created: origin, ordinal: (ordinal ?? 0) + 1, isLabelShared: isShared,
      isPlaceShared: isShared && origin == nil)
  }
}
#endif
