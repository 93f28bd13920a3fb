// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

extension Waker {
  /// What would have ended the wait, to follow the waiter's name: "needs … to return".
  func need(of object: ObjectName) -> String {
    switch self {
    case .endOfBlock(let queue, let participant):
      "needs \(named(participant)) to finish its block of \(queue.compact)"
    case .call(let operation, let participant, let location):
      "needs \(named(participant))\(location.map { ", stuck at \($0.short)," } ?? "") to \(operation.favor)"
    case .queuedBlock(let operation, let queue, nil, let held) where queue.isOfChannel:
      "needs a handler of an I/O channel to \(operation.favor), which cannot start"
        + (held.map { ": \($0.clause(on: queue))" } ?? "")
    case .queuedBlock(let operation, let queue, let location, let held):
      "needs the block submitted\(location.map { " at \($0.short)" } ?? "") to \(operation.favor), which is "
        + "queued on \(queue.compact) and cannot start\(held.map { ": \($0.clause(on: queue))" } ?? "")"
    case .queuedBlocks(1, let queue, let location, let held):
      "only a block that has not started could still \(object.type.rescue), the one submitted"
        + "\(location.map { " at \($0.short)" } ?? "") to \(queue.compact)"
        + (held.map { ": \($0.clause(on: queue))" } ?? "")
    case .queuedBlocks(let count, let queue, let location, let held):
      "only a block that has not started could still \(object.type.rescue): \(grouped(count)) are queued, "
        + "one of them submitted\(location.map { " at \($0.short)" } ?? "") to \(queue.compact)"
        + (held.map { ", and \($0.clause(on: queue))" } ?? "")
    case .stuckThread(let participant, let location, let others):
      "nothing that still runs can \(object.type.rescue): \(named(participant)), which might, waits itself"
        + "\(location.map { " at \($0.short)" } ?? "")"
        + (others > 0 ? ", and so \(others > 1 ? "do" : "does") \(counted(others, "other"))" : "")
    case .endedWithout(let operation, let places, let work):
      "the \(work.noun(isOne: places.count == 1)) at \(list(places.map(\.short))) ended without a "
        + operation.verb
    case .endedWithoutLock(let place, let count, let work):
      "\(count == 1 ? "one" : grouped(count)) \(work.noun(isOne: count == 1)) at \(place.short) ended and "
        + "never took the lock of this wait, which others from there did"
    case .tooEarly(let operation, let participant, let location, let step):
      "\(named(participant)) called \(operation.verb)"
        + "\(location.map { " at \($0.short)" } ?? "") before this wait "
        + "began (#\(step)), and \(object.type.withArticle) keeps none for later"
    case .lastSignal(let operation, let participant, let location, let step):
      "continued in a copy of the run, it looks and waits again; the last \(operation.verb) of another was "
        + "that of \(named(participant))\(location.map { " at \($0.short)" } ?? "") (#\(step)), before this "
        + "wait"
    case .leavesActor(let participant): "needs \(named(participant)) to leave \(object.compact)"
    case .mainThread: "needs the main thread, the only one that runs blocks of the main queue"
    case .resume(let object):
      "needs a resume or activate of \(object.compact), and nothing left makes one"
    case .worker: "needs a free worker thread"
    case .neverGivenBack(let participant, let location):
      "waits for what \(named(participant)) acquired\(location.map { " at \($0.short)" } ?? "") and did not "
        + "give back before its end"
    case .heldAcrossAwait(let participant, let location):
      "waits for what \(named(participant)) acquired\(location.map { " at \($0.short)" } ?? "") and holds "
        + "across an await"
    case .neverDue(let location, let count):
      count == 1
        ? "the block submitted\(location.map { " at \($0.short)" } ?? "") is due in the distant future"
        : "\(counted(count, "delayed block")), the first submitted"
          + "\(location.map { " at \($0.short)" } ?? ""), are due in the distant future"
    case .silentSource(let source, let silence, let location):
      "no event handler of \(source.compact) runs any more: \(silence.clause(at: location))"
    case .cancelled(let location, let call):
      "the work item submitted\(location.map { " at \($0.short)" } ?? "") was cancelled"
        + "\(call.map { " at \($0.short)" } ?? "") before it began"
    case .othersWouldNot(let count, let participant?, let location, let caller):
      "\(named(participant)), stuck\(location.map { " at \($0.short(calledAt: caller))," } ?? "") "
        + (count == 1
          ? "was continued in a copy of the run, and does not end this wait"
          : "and \(counted(count - 1, "other")) were continued in copies of the run, and do not end this "
            + "wait")
    case .othersWouldNot(let count, nil, _, _):
      "\(counted(count, "other")) \(count == 1 ? "is" : "are") stuck as well; continued in a copy of the "
        + "run, \(count == 1 ? "it does" : "they do") not end this wait"
    case .wokeAnother(let participant, let location, let step):
      "\(named(participant)) called signal\(location.map { " at \($0.short)" } ?? "") (#\(step)), which woke "
        + "one other waiter and not this one"
    case .gaveBackSilently(let participant, let location, let caller):
      "\(named(participant)) had the lock meanwhile"
        + "\(location.map { " (\($0.short(calledAt: caller)))" } ?? "") and unlocked it without a signal"
    case .signalledAnother(let participant, let condition, let location):
      "\(named(participant)) had the lock meanwhile, and called signal"
        + "\(location.map { " at \($0.short)" } ?? "") on \(condition.phrase), not on this one"
    case .keepsPermit(let participant, let location):
      "\(named(participant)) acquired it\(location.map { " at \($0.short)" } ?? ""); continued in a copy of "
        + "the run, it does not signal it"
    case .holdsPermit(let participant, let location):
      "\(named(participant)) has one of its permits already\(location.map { " (\($0.short))" } ?? "")"
    case .unlockedTooOften(let participant, let location):
      "\(named(participant)) unlocked it\(location.map { " at \($0.short)" } ?? "") when no thread had it; "
        + "its count of readers is wrong since then, and no writer gets it"
    case .ranOut(let participant, let location, let step):
      "a wait of \(named(participant))\(location.map { " at \($0.short)" } ?? "") had run out before "
        + "(#\(step))"
    case .refused(let participant, let location):
      "\(named(participant)) asked for it again\(location.map { " at \($0.short)" } ?? "") while it had it: "
        + "that call failed with EDEADLK, and acquired nothing"
    case .openChannel(let location, let need):
      "the I/O channel\(location.map { " made at \($0.short)" } ?? "") \(clause(of: need))"
    case .stuckChild(let child): "\(child.name), which this program has started, waits itself: \(child.wait)"
    case .operations(let obstacle): obstacle.sentence
    case .onlyLoops:
      "nothing is left that could end this wait: no queued block, no timer, and what still runs only polls"
    case .nobody: "nothing is left that could end this wait: no running thread, no queued block, no timer"
    }
  }
}

/// What a channel has not done.
private func clause(of need: ChannelNeed?) -> String {
  switch need {
  case .data: "still awaits data, or the end of what it reads, and neither comes"
  case .room: "still awaits that what it has written is read"
  case nil: "was not closed: its cleanup handler has not run"
  }
}

extension EndedWork? {
  /// Up to the place.
  fileprivate func noun(isOne: Bool) -> String {
    switch self {
    case nil: "block\(isOne ? "" : "s") submitted"
    case .thread: "thread\(isOne ? "" : "s") made"
    case .task: "task\(isOne ? "" : "s") made"
    case .handler: "handler\(isOne ? " of the source" : "s of the sources") made"
    }
  }
}

extension ObjectName {
  /// A queue by which libdispatch serves a channel.
  fileprivate var isOfChannel: Bool { label?.hasPrefix("com.apple.libdispatch-io.") == true }
}

extension BlockReason {
  /// To follow "cannot start:".
  fileprivate func clause(on queue: ObjectName) -> String {
    switch self {
    case .participant("main thread", nil, _) where queue.type == .mainQueue:
      "only the main thread runs that queue"
    case .participant(let participant, let location, let target):
      "\(named(participant)) has not left \(target?.compact ?? "that queue")"
        + (location.map { ", entered at \($0.short)" } ?? "")
    case .earlierBlock: "a block before it has not started either"
    case .closed(let object):
      object == queue ? "that queue is suspended" : "\(object.compact) is suspended"
    case .noWorker: queue.type == .cooperativePool ? "none of its threads is free" : "no worker is free"
    }
  }
}

extension ObjectType {
  /// What would help the task that waits for such a thing.
  var rescue: String {
    switch self {
    case .semaphore, .posixSemaphore, .condition: "signal it"
    case .group: "leave it"
    case .lock, .readWriteLock: "unlock it"
    case .barrier: "come to it"
    case .workItem: "run it"
    default: "end this wait"
    }
  }

  fileprivate var withArticle: String { "a \(noun)" }
}

extension Activity {
  /// What a participant was doing, to follow its name: "blocked in DispatchQueue.sync".
  var phrase: String {
    switch self {
    case .blocked(.waitForSignal, let object): "blocked in \(OperationKind.waitForSignal.verb(on: object))"
    case .blocked(let operation, let object): "blocked in \(operation.call(on: object?.type))"
    case .blockedInCall(let name): "blocked in \(name)"
    case .calling(.none, _), .calling(.begin, _), .calling(.end, _): "running"
    case .calling(let operation, let object): "in \(operation.call(on: object?.type))"
    case .running: "running"
    case .waitingForWorker: "queued, not begun yet"
    case .spinning: "in a loop"
    case .finished: "already returned"
    }
  }
}

extension Participant {
  /// Activity and place: "blocked in DispatchQueue.sync, inside a block of "com.acme.cache"".
  package var activityPhrase: String {
    let activity = libraryCall.map { Activity.blockedInCall(name: $0) } ?? activity
    guard let queue else { return activity.phrase }
    let work = iteration.map { "iteration \($0) of concurrentPerform" } ?? "a block of \(queue.compact)"
    return switch activity {
    case .running, .calling(.none, _), .calling(.begin, _), .calling(.end, _): "running \(work)"
    case .waitingForWorker: "a block of \(queue.compact), queued, not begun yet"
    default: "\(activity.phrase), inside \(work)"
    }
  }

  /// The function of a library that the user's code has called and that waits on a condition of its own:
  /// "OperationQueue.waitUntilAllOperationsAreFinished".
  private var libraryCall: String? {
    guard case .blocked(in: .conditionWait, on: _) = activity,
      let caller = stack.firstIndex(where: \.isUserCode), caller > 0
    else { return nil }
    let function = stack[caller - 1].function
    // The arguments are of no use to who reads where it waits.
    return function.contains("(") ? String(function.prefix { $0 != "(" }) : nil
  }
}

extension SourceSilence {
  /// What was done with the source, or was not.
  fileprivate func clause(at location: CodeLocation?) -> String {
    let place = location.map { " at \($0.short)" } ?? ""
    return switch self {
    case .cancelled: "it was cancelled\(place)"
    case .suspended: "it was suspended\(place)"
    case .inactive: "it was not activated"
    case .unscheduled: "it was never scheduled"
    case .missedSignal:
      "it was not installed yet when the signal was sent\(place), and resume() does not wait for that"
    case .firedOnce: "it was scheduled\(place) without repetition, and has fired"
    }
  }
}
