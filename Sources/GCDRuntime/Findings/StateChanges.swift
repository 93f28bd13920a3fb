// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDReport
import GCDVocabulary

/// What others wrote in actors while functions of these were suspended that wrote there afterwards, or that
/// failed: a check that was made before an await may be out of date behind it.
struct StateChanges {
  let engine: Engine
  let naming: ReportNames

  /// More of them than this explain nothing.
  private static let most = 2

  /// The last ones of the run, in their order.
  var changes: [StateChange] {
    // The running task may have failed where a function of an actor's continues.
    var failing: ObjectID?
    let running = engine.runningSwiftTask
    if running != .none, let actor = gcdc_running_actor() {
      engine.pointee.notes.actors.close(for: running, at: UInt(bitPattern: actor))
      failing = engine.findKnown(actor, .actor)
    }
    let history = engine.pointee.notes.actors
    return history.suspensions.compactMap { suspension in
      change(
        suspension, history.writes,
        isWhereItFailed: suspension.task == running && suspension.actor == failing)
    }.suffix(StateChanges.most)
  }

  private func change(
    _ suspension: ActorHistory.Suspension, _ writes: [ActorHistory.Write], isWhereItFailed: Bool
  ) -> StateChange? {
    let isThere = { (write: ActorHistory.Write) in write.actor == suspension.actor }
    let own = writes[suspension.writes.upperBound...].first {
      isThere($0) && $0.task == suspension.task
    }
    let other = writes[suspension.writes].last { isThere($0) && $0.task != suspension.task }
    let left = suspension.left.flatMap(frame)
    guard let other, own != nil || isWhereItFailed, let function = left ?? frame(suspension.back),
      isFunction(function, of: suspension.actor)
    else { return nil }
    return StateChange(
      of: naming.object(suspension.actor),
      suspended: ParticipantPlace(naming.swiftTask(suspension.task), at: left?.location),
      resumed: frame(suspension.back)?.location,
      by: ParticipantPlace(naming.swiftTask(other.task), at: frame(other.from)?.location),
      writes: other.properties, ownWrites: own?.properties ?? [])
  }

  private func frame(_ place: ActorHistory.Place) -> StackFrame? {
    naming.symbolize(place).innermostOfUser
  }

  /// Code that is on no actor goes to one and comes back for each of its calls, and may seem to be the
  /// actor's: its own functions have the name of its type in theirs.
  private func isFunction(_ frame: StackFrame, of actor: ObjectID) -> Bool {
    guard let type = engine.pointee.notes.names[actor]?.prefix(while: { $0 != "<" }) else { return false }
    let words = frame.function.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    return words.contains(type) && words.first != "static"
  }
}
#endif
