// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

extension Waker {
  /// What would have ended the wait, to follow the waiter's name: "needs … to return".
  var need: String {
    switch self {
    case .endOfBlock(let queue, let party): "needs \(named(party)) to finish its block of \(queue.compact)"
    case .call(let operation, let party, let location):
      "needs \(named(party))\(location.map { ", stuck at \($0.short)," } ?? "") to \(operation.favor)"
    case .queuedBlock(let operation, let queue, let location):
      "needs the block submitted\(location.map { " at \($0.short)" } ?? "") to \(operation.favor), which is "
        + "queued on \(queue.compact) and cannot start"
    case .mainThread: "needs the main thread, the only one that runs blocks of the main queue"
    case .resume(let object):
      "needs somebody to resume or activate \(object.compact)"
    case .worker: "needs a free worker thread"
    case .nobody: "nothing is left that could end this wait: no running thread, no queued block, no timer"
    }
  }
}

extension OperationKind {
  /// What a waiter hopes that somebody does.
  fileprivate var favor: String {
    switch self {
    case .leave: "leave it"
    case .signal: "signal it"
    case .unlock, .unlockReadWrite: "unlock it"
    case .join: "end"
    case .writeLock: "have its turn"
    case .barrierWait: "come to it"
    case .resume, .activate: "resume it"
    case .none, .begin, .end, .endSync: "run"
    default: "call \(verb)"
    }
  }
}

extension Activity {
  /// What a party was doing, to follow its name: "blocked in DispatchQueue.sync".
  var words: String {
    switch self {
    case .blocked(let operation, let object): "blocked in \(operation.call(on: object?.sort))"
    case .blockedInCall(let name): "blocked in \(name)"
    case .calling(.none, _), .calling(.begin, _), .calling(.end, _): "running"
    case .calling(let operation, let object): "in \(operation.call(on: object?.sort))"
    case .running: "running"
    case .waitingForWorker: "queued, not begun yet"
    case .spinning: "going round"
    case .finished: "already returned"
    }
  }
}

extension Party {
  /// Activity and place: "blocked in DispatchQueue.sync, inside a block of "com.acme.cache"".
  var words: String {
    guard let queue else { return activity.words }
    return switch activity {
    case .running, .calling(.none, _), .calling(.begin, _), .calling(.end, _):
      "running a block of \(queue.compact)"
    case .waitingForWorker: "a block of \(queue.compact), queued, not begun yet"
    default: "\(activity.words), inside a block of \(queue.compact)"
    }
  }
}
