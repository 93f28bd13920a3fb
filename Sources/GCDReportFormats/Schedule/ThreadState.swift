// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDReport
import GCDVocabulary

/// What a thread does after a step, in words.
struct ThreadState {
  private let name: String
  /// It made the step.
  private let isActor: Bool
  private let thread: StateSnapshot.Thread?
  private let snapshot: StateSnapshot
  /// Its next step of all.
  private let next: StepLine?

  /// No step of its own is missing.
  private let isReported: Bool

  init(_ name: String, after actor: String, _ snapshot: StateSnapshot, next: StepLine?, isReported: Bool) {
    self.isReported = isReported
    self.name = name
    self.snapshot = snapshot
    self.next = next
    isActor = name == actor
    thread = snapshot.threads[name]
  }

  private var holds: [ObjectName] { snapshot.holdings(of: name) }

  /// Where it is: `inside "com.acme.cache"`.
  private var place: String? {
    thread?.inside.last.flatMap { $0.type == .unknown ? nil : "inside \($0.compact)" }
  }

  var state: StateLanes.State {
    guard let thread else { return .init(text: "", tone: .plain) }
    if let wait = thread.wait { return waits(in: wait.operation, for: wait.object) }
    if !thread.isBusy { return .init(text: "idle", tone: .idle) }
    if let next, let object = next.object, isClosed(object, to: next.operation) {
      return waits(in: next.operation, for: object)
    }
    if !isReported, !isActor { return .init(text: "not known", tone: .plain) }
    if next?.operation == .sleep { return shown("sleeps", .sleeps) }
    return isActor ? shown("runs", .runs) : shown("ready", .ready)
  }

  /// What it was at when nothing more could happen; nil where the steps tell it as well.
  func atEnd(_ participant: Participant) -> StateLanes.State? {
    switch participant.activity {
    case .blocked(let operation, let object): waits(in: operation, for: object, participant.holds)
    case .blockedInCall(let call): shown("waits in \(call)", .waits, participant.holds)
    // A call that was made and returned is over; the one that ends the schedule is its last step.
    case .calling(let operation, let object) where isActor:
      shown("calls \(operation.verb)\(object.map { " on \($0.compact)" } ?? "")", .runs, participant.holds)
    case .spinning: shown("runs in circles", .runs, participant.holds)
    case .calling, .running, .waitingForWorker, .finished: nil
    }
  }

  /// The same, for one of many whose stack is not shown.
  func waiting(as edge: WaitEdge) -> StateLanes.State { waits(in: edge.operation, for: edge.resource) }

  private func waits(
    in operation: OperationKind, for object: ObjectName?, _ more: [Holding] = []
  ) -> StateLanes.State {
    let call = operation.verb == "wait" ? "" : " in \(operation.verb)"
    var state = shown("waits\(call)\(object.map { " for \($0.compact)" } ?? "")", .waits, more)
    state.waitsFor = object
    return state
  }

  private func shown(
    _ text: String, _ tone: StateLanes.Tone, _ more: [Holding] = []
  ) -> StateLanes.State {
    let isPlaceReported = tone != .waits
    return .init(
      text: isPlaceReported ? [text, place].compactMap { $0 }.joined(separator: " ") : text, tone: tone,
      holds: (holds + more.map(\.object)).distinct.map(\.compactWithNoun))
  }

  /// The thread cannot make its next step, since the object does not let it.
  private func isClosed(_ object: ObjectName, to operation: OperationKind) -> Bool {
    guard let object = snapshot.states[object] else { return false }
    switch operation.lockEffect {
    case .take, .takeShared: return object.holder.map { $0 != name } ?? false
    case .semaphoreWait: return object.count.map { $0 <= 0 } ?? false
    case .groupWait: return object.count.map { $0 > 0 } ?? false
    case .none, .submission, .barrierSubmission, .blockStart, .mainBlockStart, .blockEnd, .section,
      .handedSection, .turn, .sectionEnd, .tryTake, .tryTakeShared, .giveBack, .once, .settle,
      .semaphoreSignal, .conditionWait, .status, .statusSection:
      return false
    }
  }
}
