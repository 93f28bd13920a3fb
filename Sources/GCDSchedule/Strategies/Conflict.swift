// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Whether the order of two announced operations of different tasks may matter, decided without their state.
///
/// Strategies only aim by it: it errs on the side of "may matter" where the values of counts decide.
enum Conflict {
  /// What libraries keep for themselves, as one subject that is no object of the model's.
  private static let stateOfLibraries = UInt32.max

  /// What an operation acts on: two operations with different subjects commute; 0 = with all others.
  static func subject(_ operation: UnsafePointer<Operation>, _ view: TaskView) -> UInt32 {
    let object = operation.pointee.object.rawValue
    if object == 0 { return operation.pointee.kind.uses == .libraryState ? stateOfLibraries : 0 }
    if object >> 24 != 1 { return object }
    let chain = view.chain(ofQueue: operation.pointee.object)
    return chain != 0 ? chain : object
  }

  /// Operations on one subject that commute with their like.
  static func isShared(_ operation: UnsafePointer<Operation>, _ view: TaskView) -> Bool {
    let kind = operation.pointee.kind
    switch kind.uses {
    case .shared: return kind != .itemTestCancel
    case .groupEnter, .groupLeave: return true
    case .blockStart, .blockEnd, .submission, .arrival, .sync, .syncEnd:
      let object = operation.pointee.object
      return !kind.isBarrier && object.isQueue && view.chain(ofQueue: object) == 0
    case .nothing, .turn, .submissionWithWait, .suspension, .mainQueue, .groupWait, .groupWake, .groupNotify,
      .semaphoreSignal, .semaphoreWait, .onceBegin, .onceEnd, .lock, .unlock, .exclusive, .conditionWait,
      .conditionWake, .join, .thread, .workItem, .hop, .swiftTask, .swiftTaskEnd,
      .swiftTaskWait, .swiftGroupWait, .libraryState, .everything:
      return false
    }
  }
}
