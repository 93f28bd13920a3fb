// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

extension FindingKind {
  /// One sentence that names the user's objects, without a full stop.
  func headline(parties: [Party]) -> String {
    switch self {
    case .syncOnOwnQueue(let evidence): evidence.headline
    case .waitCycle(let evidence): evidence.headline(parties: parties)
    case .semaphoreNeverSignaled(let evidence):
      "\(named(evidence.edge.waiter)) waits for \(evidence.edge.resource.phrase), and nothing left can "
        + "signal it"
    case .groupNeverEmpty(let evidence): evidence.headline
    case .waitNeverSatisfied(let evidence): evidence.headline
    case .poolExhausted(let evidence):
      evidence.headline
    case .taskNeverFinishes(let evidence): evidence.headline
    case .misuse(let evidence): evidence.sentence.withArticle
    case .leftSuspended(let evidence): evidence.headline
    case .preconditionFailed(let evidence): evidence.headline
    case .sourceDropped(let evidence):
      "the last reference to \(evidence.source.phrase) is dropped while it runs: it stops in silence"
    case .lockOrderInversion(let evidence):
      "\(list(evidence.edges.map(\.resource.phrase).distinct)) are taken in opposite orders"
    case .barrierOnGlobalQueue(let evidence):
      "a barrier on \(evidence.queue.phrase) has no effect: other blocks run beside it"
    case .dataRace(let evidence): evidence.headline
    case .livelock(let evidence): evidence.headline
    case .testFailed(let evidence): evidence.headline
    case .notDeterministic(let evidence): evidence.headline
    case .uncontrolled(let evidence): evidence.headline
    }
  }
}

/// A party in a sentence: "the main thread", "the test body", "the barrier block", but "worker 1".
func named(_ party: String) -> String {
  for prefix in ["worker ", "thread ", "the ", "a "] where party.hasPrefix(prefix) { return party }
  return "the \(party)"
}

extension Array where Element: Hashable {
  /// Without repetitions, in order of first appearance.
  var distinct: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

extension String {
  /// A sentence that begins with a party's name gets the article that belongs to it.
  var withArticle: String {
    hasPrefix("main thread ") || hasPrefix("test body ") ? "the \(self)" : self
  }
}

extension OwnQueueSync {
  var headline: String {
    let caller = named(party)
    let call = operation.verb
    return switch hold {
    case .queue: "\(caller) calls \(call) on \(queue.phrase) from inside a block of that queue"
    case .main: "\(caller) calls \(call) on the main queue, which it is running itself"
    case .target:
      "\(caller) calls \(call) on \(queue.phrase) while it holds its target, \(held.phrase)"
    case .ownBarrier: "\(caller) calls \(call) on \(queue.phrase) from inside its own barrier block"
    case .ownReader: "\(caller) asks for a barrier on \(queue.phrase) from inside a block of that queue"
    }
  }
}

extension WaitCycle {
  /// The circle that one concurrent queue makes with itself: its own block waits behind a barrier that waits
  /// for it.
  var isPendingBarrier: Bool {
    edges.count == 2 && edges[0].resource == edges[1].resource && edges[0].resource.sort == .concurrentQueue
  }

  /// Names each member by what the reader knows: the main thread, the queue whose block it runs, else the
  /// worker.
  func headline(parties: [Party]) -> String {
    if isPendingBarrier {
      let reader = edges.first { !$0.operation.isBarrier } ?? edges[0]
      return
        "deadlock: \(named(reader.waiter)) calls sync on \(reader.resource.phrase) from inside a block of "
        + "that queue, behind a barrier that waits for this very block"
    }
    if let headline = headline(ofBlockBehind: parties) { return headline }
    let members = edges.map { edge -> String in
      if edge.waiter == "main thread" { return "the main thread" }
      let queue = parties.first { $0.name == edge.waiter }?.queue
      guard let queue, queue.sort != .globalQueue else { return named(edge.waiter) }
      return queue.phrase
    }
    let names = members.distinct.count == members.count ? members : edges.map { named($0.waiter) }
    guard names.count > 1 else {
      return
        "deadlock: \(names.first ?? "a thread") waits for itself, through "
        + "\(edges.first?.resource.phrase ?? "")"
    }
    return "deadlock: \(list(names)) wait for each other" + (names.count > 2 ? " in a circle" : "")
  }
}

extension WaitCycle {
  /// One waits for what only a block could bring about that is queued behind it, or who waits for that block.
  private func headline(ofBlockBehind parties: [Party]) -> String? {
    func isQueued(_ edge: WaitEdge) -> Bool {
      parties.contains { $0.name == edge.waiter && $0.activity == .waitingForWorker }
    }
    guard edges.count == 2, let waits = edges.first(where: { !isQueued($0) }),
      let queued = edges.first(where: isQueued), queued.resource.sort.isQueue,
      waits.resource.sort == .semaphore || waits.resource.sort == .group
    else { return nil }
    let favor = waits.resource.sort == .group ? "leave" : "signal"
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

extension StarvedGroup {
  var headline: String {
    let subject = "\(group.phrase) can never become empty"
    return switch waiting {
    case .wait(let edge): "\(subject), and \(named(edge.waiter)) waits for it"
    case .notify(_, _, let queue):
      "\(subject): its notify block\(queue.map { " for \($0.phrase)" } ?? "") never runs"
    }
  }
}

extension StarvedWait {
  var headline: String {
    let waiter = named(edge.waiter)
    let object = edge.resource.phrase
    return switch subject {
    case .workItem: "\(waiter) waits for \(object), which nothing left can run"
    case .operation: "\(waiter) waits for \(object), which nothing left can finish"
    case .condition: "\(waiter) waits on \(object), and nothing left can signal it"
    case .runLoop: "\(waiter) sits in a run loop that nothing left can stop"
    case .expectation: "\(waiter) waits for an expectation that nothing left can fulfill"
    case .read: "\(waiter) reads from \(object), and nothing left can write to it"
    case .write: "\(waiter) writes to \(object), and nothing left can read from it"
    case .descriptor:
      "\(waiter) sits in \(edge.operation.call()) on \(object), and nothing left can make it ready"
    case .lock: "\(waiter) waits for \(object), and nothing left can unlock it"
    case .barrier: "\(waiter) waits at \(object), and too few are left to come to it"
    case .thread: "\(waiter) joins \(object), which cannot end"
    case .futex, .other: "\(waiter) waits for \(object), and nothing left can wake it"
    }
  }
}

extension StuckTask {
  var headline: String {
    switch awaited {
    case .continuation: "\(named(party)) awaits a continuation that nothing left can resume"
    case .task: "\(named(party)) awaits a task that can never finish"
    case .group: "\(named(party)) awaits a task of its group that can never finish"
    case .stream: "\(named(party)) awaits an element of a stream that nothing left can feed or finish"
    case .other, nil: "\(named(party)) awaits something that can never finish"
    }
  }
}

extension LeftBehind {
  var headline: String {
    let behind = pendingCount > 0 ? ", with \(counted(pendingCount, "block")) behind it" : ""
    if let waiter {
      let remedy = state == .inactive ? "activates" : state == .suspended ? "resumes" : "leaves"
      let subject =
        waiter.resource == object
        ? "waits for \(object.phrase)"
        : "waits for \(waiter.resource.phrase), and the block it needs is behind \(object.phrase)"
      return "\(named(waiter.waiter)) \(subject), which is \(state.rawValue) and nobody \(remedy)"
    }
    return switch state {
    case .suspended: "\(object.phrase) is still suspended at the end\(behind)"
    case .inactive: "\(object.phrase) was never activated\(behind)"
    case .entered: "\(object.phrase) is still entered \(times(count)) at the end\(behind)"
    }
  }
}

extension FailedPrecondition {
  var headline: String {
    let place = actual.map { "on \($0.phrase)" } ?? "on no queue"
    return switch rule {
    case .onQueue: "code that must run on \(queue.phrase) runs \(place)"
    case .notOnQueue: "code that must not run on \(queue.phrase) runs there"
    case .asBarrier: "code that must run as a barrier of \(queue.phrase) runs beside other blocks"
    }
  }
}

extension DataRace {
  var headline: String {
    let object = subject ?? "the same memory"
    let who = accesses.map { named($0.party) }
    if let deed = accesses.first?.deed, accesses.count > 1, accesses.allSatisfy({ $0.deed == deed }) {
      return "\(list(who)) both \(deed.plural) \(object), and nothing orders them"
    }
    let sides = zip(who, accesses).map { "\($0) \($1.deed.words)" }
    return "\(list(sides)) \(object), and nothing orders them"
  }
}

extension Livelock {
  var headline: String {
    let who = spinning.isEmpty ? "the run" : list(spinning.map(named))
    let verb = spinning.count > 1 ? "go" : "goes"
    return switch reason {
    case .stepBound:
      "after \(grouped(steps)) steps \(who) still \(verb) round without getting anywhere"
    case .length: "after \(grouped(steps)) steps the schedule has not come to its end"
    case .noDispatchCall:
      "\(who) \(spinning.count > 1 ? "run" : "runs") on and on without a call that gcdcheck can see"
    }
  }
}

extension TestFailure {
  var headline: String { cause.sentence }
}

extension TestFailure.Cause {
  /// What happened, on one line.
  var sentence: String {
    switch self {
    case .assertion(let message):
      "the test fails under this schedule"
        + (message.split(separator: "\n").first.map { ": \(String($0).onOneLine.bounded(to: Bound.words))" }
          ?? "")
    case .thrown(let error):
      "the body throws under this schedule: \(error.onOneLine.bounded(to: Bound.words))"
    case .trap(let message):
      "the process traps under this schedule"
        + (message.map { ": \($0.onOneLine.bounded(to: Bound.words))" } ?? "")
    case .signal(let number, let name): "the process dies under this schedule with \(name) (signal \(number))"
    case .stackOverflow: "the stack overflows under this schedule"
    case .sanitizer: "a sanitizer ends the process under this schedule (its own report says why)"
    case .status(code: 0):
      "the process ends with status 0 before gcdcheck has heard of it: by a system call of its own, or its "
        + "connection to gcdcheck was closed"
    case .status(let code): "the program exits with status \(code) under this schedule"
    case .exit(let code): "exit(\(code)) is called inside the body"
    }
  }
}

extension Divergence {
  var headline: String {
    if case .thread = leak { return "the schedule waits for a thread that an earlier schedule has started" }
    if !hasStep { return "the run does not repeat: the same schedule came out otherwise when it ran again" }
    return "the run does not repeat: step \(step) took another course when the same schedule ran again"
  }
}

extension Uncontrolled {
  var headline: String {
    switch form {
    case .call(let operation):
      (thread.isEmpty ? "a thread" : "thread \"\(thread.onOneLine.bounded(to: Bound.name))\"")
        + " outside the run calls \(operation.verb) on \(object?.phrase ?? "an object of the run")"
    case .startsThread: "the body starts a thread that gcdcheck does not control"
    case .workInFlight: "real work was still in flight on \(object?.phrase ?? "an object") when the run began"
    case .runLoopQueue:
      "\(named(thread)) makes a run-loop queue with _dispatch_runloop_root_queue_create_4CF, which gcdcheck "
        + "does not control: use the main queue, or a serial queue"
    case .blocks(let call):
      "\(named(thread)) is blocked outside control\(call.map { " in \($0)" } ?? "")"
    case .replacesProgram(let path):
      "\(named(thread)) replaces the program by \(path.onOneLine.bounded(to: Bound.path)), which is not "
        + "under control: the run ends there"
    }
  }
}
