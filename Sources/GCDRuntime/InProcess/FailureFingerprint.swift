// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDThread
import CGCDUnwind
import GCDModel
import GCDVocabulary

/// Whether a run that has just ended looks wrong, and a fingerprint of what looks wrong.
///
/// Two runs with one fingerprint very likely show one defect: only the first is run again and described. It
/// is made of sites and kinds, without symbols, and costs nothing for a clean run; the processes of one
/// program that share its schedules among them make the same of the same run.
struct FailureFingerprint {
  private(set) var fingerprint: UInt64 = 0
  /// As `fingerprint`, for all runs that show one defect: without the numbers that messages tell.
  private(set) var signature: UInt64 = 0
  private(set) var isEmpty = true

  init(_ engine: Engine, _ body: BodyOutcome) {
    // A program that ends itself is still running then.
    switch engine.pointee.run.end {
    case .finished, .running, .cut: break
    case .quiescent, .ownerCycle, .misuse, .resumedTwice, .secondConsumer, .refused, .stepLimit,
      .outOfThreads:
      addEnd(engine)
    }
    if engine.pointee.run.end == .finished, engine.pointee.world.mayNeedAudit() { addAudit(engine) }
    if engine.pointee.run.end == .finished, engine.pointee.world.itemsWaitingForPool > 0 {
      add(7, UInt64(engine.pointee.world.itemsWaitingForPool), 0)
    }
    if engine.pointee.run.end == .finished, let task = engine.missedTask() {
      add(14, task.site.portableValue, 0)
    }
    if engine.pointee.run.end == .quiescent, let task = engine.suspendedRoot() {
      add(15, task.site.portableValue, task.suspendedStack().reduce(0) { fold($0, portable($1)) })
    }
    for failure in engine.pointee.notes.failures {
      add(1, failure.site.portableValue, message: failure.message)
    }
    for failure in body.assertions {
      add(2, UInt64(failure.location?.line ?? 0), message: failure.message)
    }
    if let error = body.thrown { add(3, 0, message: "\(error)") }
    for note in engine.pointee.notes.globalBarriers {
      add(4, note.site.portableValue, UInt64(note.queue.rawValue))
    }
    for note in engine.pointee.notes.suspensions {
      add(16, engine.pointee.records.find(note.lock)?.pointee.site.portableValue ?? 0, 0)
    }
    for note in engine.pointee.notes.droppedSources { add(5, note.site.portableValue, 0) }
    for site in engine.pointee.notes.uncontrolledThreads { add(6, site.portableValue, 0) }
    for call in engine.foreignCalls { add(9, portable(call.stack.1), UInt64(call.operation)) }
    for race in engine.races { add(13, race.fingerprint, 0) }
    for queue in engine.pointee.notes.workInFlight { add(8, UInt64(queue.rawValue), 0) }
  }

  private mutating func add(_ kind: UInt64, _ first: UInt64, _ second: UInt64) {
    isEmpty = false
    // Order does not matter: schedules meet the same things in another order.
    let part = fold(fold(mix(kind), first), second)
    fingerprint ^= part
    signature ^= part
  }

  private mutating func add(_ kind: UInt64, _ place: UInt64, message: String) {
    isEmpty = false
    let part = fold(mix(kind), place)
    fingerprint ^= fold(part, text(message.utf8))
    signature ^= fold(part, text(message.utf8.filter { !($0 >= 48 && $0 <= 57) }))
  }

  private mutating func addEnd(_ engine: Engine) {
    add(10, UInt64(engine.pointee.run.end.rawValue), UInt64(engine.pointee.run.endMisuse.rawValue))
    if engine.pointee.run.endObject != .none,
      let record = engine.pointee.records.find(engine.pointee.run.endObject)
    {
      add(11, record.pointee.site.portableValue, UInt64(engine.pointee.run.endObject.kind.rawValue))
    }
    let tasks: [TaskID] =
      engine.pointee.run.end == .ownerCycle
      ? engine.pointee.world.ownerCycle().map(\.waiter)
      : engine.pointee.run.end == .quiescent
        ? engine.pointee.world.unfinishedTasks : [engine.pointee.run.endTask]
    for task in tasks where task != .none && task != .clock {
      add(
        12, place(engine, task), UInt64(engine.pointee.world.pendingOperation(of: task).kind.rawValue))
    }
  }

  /// Where a task is: its scenario position, or the code addresses of its parked stack outside the
  /// libraries, whose own frames are the same for every call of a kind.
  private func place(_ engine: Engine, _ task: TaskID) -> UInt64 {
    let record = engine.pointee.tasks[task].pointee
    if record.site.position != nil { return record.site.rawValue }
    let addresses = ThreadStack.addresses(of: record.thread, depth: 32)
    if addresses.isEmpty { return record.submission.portableValue }
    var hash: UInt64 = 1
    for address in addresses
    where !gcdc_is_library_address(UnsafeRawPointer(bitPattern: address)) {
      hash = fold(hash, portable(address))
    }
    return hash
  }

  private mutating func addAudit(_ engine: Engine) {
    for finding in engine.pointee.world.audit() {
      let object: ObjectID
      switch finding {
      case .deadCycle(let edges): object = edges.first?.resource ?? .none
      case .notifyNeverFires(let group, _): object = group
      case .itemNeverRuns(let item, _): object = item
      case .leftSuspended(let left, _), .leftInactive(let left, _): object = left
      case .leftEntered(let group, _): object = group
      case .abandonedWait(let edge):
        // A service loop is normal.
        guard engine.isMissed(edge) || !engine.heldUp(by: edge).isEmpty else { continue }
        object = edge.resource
      }
      let site = engine.pointee.records.find(object)?.pointee.site ?? .none
      add(20, site.portableValue, UInt64(object.kind.rawValue))
    }
  }

  private func portable(_ address: UInt) -> UInt64 {
    Site(UnsafeRawPointer(bitPattern: address)).portableValue
  }

  private func text(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return hash
  }
}
#endif
