// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

extension FindingKind {
  /// One sentence that names the user's objects, without a full stop.
  func headline(parties: [Party]) -> String {
    switch self {
    case .syncOnOwnQueue(let evidence): evidence.headline
    case .waitCycle(let evidence): evidence.headline(parties: parties)
    case .semaphoreNeverSignaled(let evidence):
      "\(named(evidence.edge.waiter)) waits for \(evidence.edge.resource.phrase), and nothing left can signal it"
    case .groupNeverEmpty(let evidence): evidence.headline
    case .waitNeverSatisfied(let evidence): evidence.headline
    case .poolExhausted(let evidence):
      "all \(grouped(evidence.width)) worker threads wait for blocks that need a worker: "
        + "needs at least \(counted(evidence.needed, "worker"))"
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

/// A party in a sentence: "the main thread", "the test body", but "worker 1".
func named(_ party: String) -> String {
  switch party {
  case "main thread", "test body", "carrier thread": "the \(party)"
  default: party
  }
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
      "\(caller) calls \(call) on \(queue.phrase), which can only run on \(held.phrase): the caller holds that"
    case .ownBarrier: "\(caller) calls \(call) on \(queue.phrase) from inside its own barrier block"
    case .ownReader: "\(caller) asks for a barrier on \(queue.phrase) from inside a block of that queue"
    }
  }
}

extension WaitCycle {
  /// Names each member by what the reader knows: the main thread, the queue whose block it runs, else the worker.
  func headline(parties: [Party]) -> String {
    let members = edges.map { edge -> String in
      if edge.waiter == "main thread" { return "the main thread" }
      let queue = parties.first { $0.name == edge.waiter }?.queue
      guard let queue, queue.sort != .globalQueue else { return named(edge.waiter) }
      return queue.phrase
    }
    let names = members.distinct.count == members.count ? members : edges.map { named($0.waiter) }
    guard names.count > 1 else {
      return
        "deadlock: \(names.first ?? "a thread") waits for itself, through \(edges.first?.resource.phrase ?? "")"
    }
    return "deadlock: \(list(names)) wait for each other" + (names.count > 2 ? " in a circle" : "")
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
    case .lock: "\(waiter) waits for \(object), and nothing left can unlock it"
    case .thread: "\(waiter) joins \(object), which cannot end"
    case .futex, .other: "\(waiter) waits for \(object), and nothing left can wake it"
    }
  }
}

extension StuckTask {
  var headline: String {
    continuation == nil
      ? "\(named(party)) awaits something that can never finish"
      : "\(named(party)) awaits a continuation that nothing left can resume"
  }
}

extension LeftBehind {
  var headline: String {
    let behind = pendingCount > 0 ? ", with \(counted(pendingCount, "block")) behind it" : ""
    if let waiter {
      let remedy = state == .inactive ? "activates" : state == .suspended ? "resumes" : "leaves"
      return
        "\(named(waiter.waiter)) waits for \(object.phrase), which is \(state.rawValue) and nobody \(remedy)"
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
    let sides = accesses.map { "\(named($0.party)) \($0.isWrite ? "writes" : "reads")" }
    return "data race: \(list(sides)) \(object), and nothing orders them"
  }
}

extension Livelock {
  var headline: String {
    let who = spinning.isEmpty ? "the run" : list(spinning.map(named))
    let verb = spinning.count > 1 ? "go" : "goes"
    return switch reason {
    case .stepBound:
      "livelock: after \(grouped(steps)) steps \(who) still \(verb) round without getting anywhere"
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
      "the test fails under this schedule: \(message.split(separator: "\n").first.map(String.init) ?? "")"
    case .thrown(let error): "the body throws under this schedule: \(error.onOneLine)"
    case .trap(let message):
      "the process traps under this schedule" + (message.map { ": \($0.onOneLine)" } ?? "")
    case .signal(let number, let name): "the process dies under this schedule with \(name) (signal \(number))"
    case .stackOverflow: "the stack overflows under this schedule"
    case .exit(let code): "exit(\(code)) is called inside the body"
    }
  }
}

extension Divergence {
  var headline: String {
    "the run does not repeat: step \(step) took another course when the same schedule ran again"
  }
}

extension Uncontrolled {
  var headline: String {
    switch form {
    case .call(let operation):
      "thread \"\(thread.onOneLine)\" outside the run calls \(operation.verb) on \(object?.phrase ?? "an object of the run")"
    case .workInFlight: "real work was still in flight on \(object?.phrase ?? "an object") when the run began"
    case .blocks(let call):
      "\(named(thread)) is blocked outside control\(call.map { " in \($0)" } ?? "")"
    }
  }
}
