// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// GCD102: participants that wait for each other; GCD108 where one of them resumes a task that is being
/// cancelled.
public struct WaitCycle: Sendable, Codable, Equatable {
  /// Each edge's holder is the next edge's waiter; the last one's is the first.
  public var edges: [WaitEdge]
  /// Parties outside the circle were still able to run when it closed.
  public var othersStillRun: Bool

  package init(_ edges: [WaitEdge], othersStillRun: Bool = false) {
    self.edges = edges
    self.othersStillRun = othersStillRun
  }

  private enum CodingKeys: String, CodingKey {
    case edges = "edges"
    case othersStillRun = "othersStillRun"
  }
}

extension WaitCycle: FindingEvidence {
  var code: FindingCode { status == nil ? .waitCycle : .resumeUnderLock }

  /// The resume of a Swift task whose status a call that cancels it holds.
  private var status: WaitEdge? {
    edges.first {
      $0.resource.type == .taskStatus && $0.operation.lockEffect == .status && $0.heldSince != nil
    }
  }

  /// The circle that one concurrent queue makes with itself: its own block waits behind a barrier that waits
  /// for it.
  var isPendingBarrier: Bool {
    edges.count == 2 && edges[0].resource == edges[1].resource && edges[0].resource.type == .concurrentQueue
  }

  /// Names each member by what the reader knows: the main thread, the queue whose block it runs, else the
  /// worker.
  func headline(participants: [Participant]) -> String {
    if isPendingBarrier {
      let reader = edges.first { !$0.operation.isBarrier } ?? edges[0]
      return
        "deadlock: \(named(reader.waiter)) calls sync on \(reader.resource.phrase) from inside a block of "
        + "that queue, behind a barrier that waits for this very block"
    }
    if let headline = headline(ofBlockBehind: participants) { return headline }
    if let headline = headlineOfStatus { return headline }
    if let headline = headlineOfActor { return headline }
    let members = edges.map { edge -> String in
      if edge.waiter == "main thread" { return "the main thread" }
      let queue = participants.first { $0.name == edge.waiter }?.queue
      guard let queue, !queue.type.isRoot else { return named(edge.waiter) }
      return queue.phrase
    }
    let names = members.distinct.count == members.count ? members : edges.map { named($0.waiter) }
    guard names.count > 1 else {
      if let headline = headlineOfOne { return headline }
      return
        "deadlock: \(names.first ?? "a thread") waits for itself, through "
        + "\(edges.first?.resource.phrase ?? "")"
    }
    return headlineOfLocks(names)
      ?? "deadlock: \(list(names)) wait for each other" + (names.count > 2 ? " in a circle" : "")
  }

  var objects: [ObjectName] { edges.map(\.resource) }

  var waits: [WaitEdge] { edges }

  var consequence: String? {
    othersStillRun
      ? "Other threads may run on, but these never will. On Linux they hang without a message."
      : "Nothing else can run. \(hangsInSilence)"
  }

  var excerptMark: String? { "waits here" }

  var hints: [Hint?] { Hint.hints(for: self) }

  func add(to text: inout FindingText) { text.add(cycle: edges) }
}

extension WaitCycle {
  /// The wait of a cancellation handler in a circle with one that resumes its task.
  var handlerWait: WaitEdge? {
    guard let status, edges.count == 2 else { return nil }
    return edges.first { $0.waiter != status.waiter }
  }

  /// One that waits for what only its own end could bring about, by its own name: it is not the queue that
  /// waits.
  private var headlineOfOne: String? {
    guard edges.count == 1, let edge = edges.first else { return nil }
    if edge.resource.type == .swiftTask { return "deadlock: \(named(edge.waiter)) awaits its own end" }
    guard edge.resource.type == .lock, edge.heldSince != nil else { return nil }
    return "deadlock: \(named(edge.waiter)) waits for \(edge.resource.phrase), which it holds itself"
  }

  /// Each waits for a lock that the next one holds.
  private func headlineOfLocks(_ names: [String]) -> String? {
    guard names.count > 1, names.count == edges.count,
      edges.allSatisfy({ $0.resource.type == .lock && $0.heldSince != nil })
    else { return nil }
    if names.count > 2 { return "deadlock: \(list(names)) wait for each other's locks in a circle" }
    return "deadlock: \(names[0]) waits for \(edges[0].resource.phrase), which \(names[1]) holds, and "
      + "\(names[1]) for \(edges[1].resource.phrase), which \(names[0]) holds"
  }

  /// A task is resumed by a participant that holds what a cancellation handler waits for.
  private var headlineOfStatus: String? {
    guard let status, let handler = handlerWait else { return nil }
    return
      "deadlock: \(named(status.waiter)) resumes \(status.resource.label.map(named) ?? "a task") while it "
      + "holds \(handler.resource.phrase), which a cancellation handler of that task waits for"
  }

  /// One waits on an actor for what only a task could bring about that has to come to the actor first.
  private var headlineOfActor: String? {
    guard edges.count == 2, let queued = edges.first(where: { $0.resource.type == .actor }),
      let waits = edges.first(where: { $0.resource.type != .actor })
    else { return nil }
    let help = waits.resource.type.rescue
    return "deadlock: \(named(waits.waiter)) waits for \(waits.resource.phrase) on "
      + "\(queued.resource.phrase), and what might still \(help) has to come to that actor first"
  }

  /// One waits for what only a block could bring about that is queued behind it, or who waits for that block.
  private func headline(ofBlockBehind participants: [Participant]) -> String? {
    func isQueued(_ edge: WaitEdge) -> Bool {
      participants.contains { $0.name == edge.waiter && $0.activity == .waitingForWorker }
    }
    guard edges.count == 2, let waits = edges.first(where: { !isQueued($0) }),
      let queued = edges.first(where: isQueued), queued.resource.type.isQueue,
      waits.resource.type == .semaphore || waits.resource.type == .group
    else { return nil }
    let favor = waits.resource.type == .group ? "leave" : "signal"
    return "deadlock: \(named(waits.waiter)) waits for \(waits.resource.phrase), and what could \(favor) it "
      + "waits behind it on \(queued.resource.phrase)"
  }
}

extension OperationKind {
  /// Asks for the queue alone.
  fileprivate var isBarrier: Bool {
    [.barrierAsync, .barrierSync, .barrierAsyncAndWait].contains(self)
  }
}
