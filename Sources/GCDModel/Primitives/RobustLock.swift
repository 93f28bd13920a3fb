// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// What a robust mutex knows of a former owner (pthread_mutexattr_setrobust(3)).
enum Robustness: UInt8 {
  /// The mutex is not robust.
  case none
  case consistent
  /// An owner's thread has ended; the task that has it now must call it consistent before unlocking it.
  case inconsistent
  case notRecoverable
}

/// Robust mutexes: the end of its owner's thread frees one, and the next to take it is notified.
extension World {
  /// A lock gives this to the first that takes a mutex whose owner's thread has ended.
  public static let ownerDiedResult: Int64 = 1
  /// A lock gives this, and takes nothing, after an inconsistent mutex was unlocked.
  public static let notRecoverableResult: Int64 = 2

  /// Whether a mutex is robust.
  public mutating func isRobust(lock: ObjectID) -> Bool { locks[lock.index].robustness != .none }

  /// Marks an inconsistent mutex as consistent again; false for any other one.
  public mutating func makeConsistent(lock: ObjectID) -> Bool {
    if locks[lock.index].robustness != .inconsistent { return false }
    locks[lock.index].robustness = .consistent
    return true
  }

  mutating func takeRobustLock(_ task: Int, _ index: Int) -> Int64 {
    if locks[index].robustness == .notRecoverable { return World.notRecoverableResult }
    takeLock(task, index)
    return locks[index].robustness == .inconsistent ? World.ownerDiedResult : 0
  }

  /// The task has ended: the robust mutexes that it holds are free.
  mutating func freeRobustLocks(of task: Int) {
    var index = 0
    while index < lockCount {
      if locks[index].owner == task && locks[index].robustness != .none {
        locks[index].robustness = .inconsistent
        freeLock(index)
      }
      index += 1
    }
  }
}
