// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// What a robust mutex knows of a former owner (pthread_mutexattr_setrobust(3)).
enum Robustness: UInt8 {
  /// The mutex is not robust.
  case none
  case consistent
  /// An owner's thread has ended; the next owner must call it consistent before unlocking it.
  case inconsistent
  case notRecoverable
}

extension World {
  /// A lock gives this to the first that takes a mutex whose owner's thread has ended.
  public static let ownerDiedResult: Int64 = 1
  /// A lock gives this, and takes nothing, after an inconsistent mutex was unlocked.
  public static let notRecoverableResult: Int64 = 2
}

/// Robust mutexes: the end of its owner's thread frees one, and the next lock says so.
extension Locks {
  /// Whether a mutex is robust.
  public func isRobust(_ lock: ObjectID) -> Bool { table.at[lock.index].robustness != .none }

  /// Marks an inconsistent mutex as consistent again; false for any other one.
  mutating func makeConsistent(_ index: Int) -> Bool {
    if table.at[index].robustness != .inconsistent { return false }
    table.at[index].robustness = .consistent
    return true
  }

  mutating func takeRobust(_ task: Int, _ index: Int, _ core: inout Core) -> Int64 {
    if table.at[index].robustness == .notRecoverable { return World.notRecoverableResult }
    take(task, index, &core)
    return table.at[index].robustness == .inconsistent ? World.ownerDiedResult : 0
  }

  /// The task has ended: the robust mutexes that it holds are free.
  mutating func freeRobust(of task: Int, _ core: inout Core) {
    if !hasRobust { return }
    var index = 0
    while index < table.count {
      if table.at[index].owner == task && table.at[index].robustness != .none {
        table.at[index].robustness = .inconsistent
        free(index, &core)
      }
      index += 1
    }
  }
}
