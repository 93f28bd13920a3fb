// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// Why a participant did not continue, after a row of the table.
struct SwitchReason {
  var state: Interleaving.State
  /// nil where the row before says it.
  var explanation: String?
  var place: CodeLocation?
}

/// What the whole schedule knows of the steps that a table shows.
///
/// Where nothing wrote the schedule down, only what follows from the steps themselves is said.
struct InterleavingContext {
  private let steps: [RecordedTrace.Step]
  private let overtaking: Set<StepIndex>?
  private let stuck: Set<String>
  private let lines: [StepLine]
  private let finding: Finding

  init(_ finding: Finding, _ names: TableNames) {
    self.finding = finding
    steps = (finding.recordedTrace?.steps ?? []).map { step in
      var step = step
      step.line = names.short(step.line)
      return step
    }
    overtaking = finding.recordedTrace?.overtaking.map { Set($0) }
    lines = finding.steps.lines
    let isForEver =
      switch finding.kind {
      case .waitCycle, .semaphoreNeverSignaled, .groupNeverEmpty, .waitNeverSatisfied, .poolExhausted,
        .leftSuspended:
        true
      default: false
      }
    stuck = isForEver ? Set(finding.participants.filter(\.isBlocked).map(\.name)) : []
  }

  /// Waits, at the end of the schedule, for what will not come.
  func isStuck(_ participant: String) -> Bool { stuck.contains(participant) }

  /// Still has a part in what the finding says of the end, or may have one: of a failed check not all is
  /// known.
  private func isAtHand(_ participant: String) -> Bool {
    if case .testFailed(let failure) = finding.kind {
      guard let unfinished = failure.unfinished, failure.furtherUnfinished == nil else { return true }
      if unfinished.contains(where: { $0.name == participant }) { return true }
    }
    return (finding.participants + finding.alsoStuck).contains { $0.name == participant }
  }

  func lastStep(of participant: String) -> StepLine? {
    steps.last { $0.line.participant == participant }?.line ?? lines.last { $0.participant == participant }
  }

  /// What a participant is in after a step of the schedule; nil where its own last step does not say.
  func state(of participant: String, at index: StepIndex) -> Interleaving.State? {
    guard let last = steps.last(where: { $0.line.participant == participant && $0.line.index <= index })?.line
    else {
      return nil
    }
    return last.outcome == .waits ? .waiting : last.operation == .end ? .absent : nil
  }

  /// The step of the schedule with this number.
  private func step(_ index: StepIndex) -> RecordedTrace.Step? {
    guard let first = steps.first?.line.index else { return nil }
    let place = index - first
    return steps.indices.contains(place) ? steps[place] : nil
  }

  // MARK: Action of a step

  /// What the participant did; a block that starts is named after its submission.
  func action(
    of line: StepLine, in entry: Interleaving.Entry, among entries: [Interleaving.Entry]
  ) -> String {
    var action = entry.isStanding ? line.standing : line.action
    if line.operation == .begin || line.operation == .arrive, line.object?.type != .cooperativePool,
      let submission = submission(of: line.index)
    {
      let isShown = entries.contains { entry in
        if case .step(let shown) = entry.item { shown.index == submission.index } else { false }
      }
      let origin = isShown ? "#\(submission.index)" : submission.location?.short
      if let origin {
        action =
          line.operation == .begin
          ? "starts the block of \(origin)"
          : "the delayed block of \(origin) joins \(line.object?.compact ?? "its queue")"
      }
    }
    return entry.isLast && line.outcome == .waits ? action + " forever" : action
  }

  private func submission(of index: StepIndex) -> StepLine? {
    guard let begin = step(index), let block = begin.block else { return nil }
    return steps.first { step in
      step.block == block && step.line.index < index && step.line.operation.submits
    }?.line
  }

  // MARK: Reasons

  /// Why the participant of one row did not make the next one as well.
  func pause(after entry: Interleaving.Entry, until next: Interleaving.Entry) -> SwitchReason? {
    guard Interleaving.hasColumn(entry.participant), !entry.isStanding else { return nil }
    guard
      let last = steps.last(where: { $0.line.participant == entry.participant && $0.line.index < next.index }
      )?.line,
      last.index >= entry.index, case .step(let shown) = entry.item
    else { return nil }
    let isShown = last.index == shown.index
    if last.outcome == .waits {
      return isShown
        ? nil : SwitchReason(state: .waiting, explanation: "then \(last.action)", place: last.location)
    }
    if last.operation == .end {
      return isShown
        ? nil : SwitchReason(state: .absent, explanation: last.object == nil ? "it ends" : "its block ends")
    }
    let later = steps.first { $0.line.participant == entry.participant && $0.line.index > last.index }?.line
    if overtaking?.contains(last.index + 1) == true {
      return SwitchReason(state: .ready, explanation: "preempted here")
    }
    // A block's end that no task can notice is no step.
    let isOver = later.map { $0.operation == .begin } ?? !isAtHand(entry.participant)
    if overtaking != nil, isOver, shown.participant.hasPrefix("worker ") {
      return SwitchReason(state: .absent, explanation: "its block ends")
    }
    if let later {
      if !later.operation.mayHaveToWait {
        return SwitchReason(
          state: .ready, explanation: overtaking == nil ? "preempted here" : "lets the others go first")
      }
      return overtaking == nil
        ? nil : SwitchReason(state: .waiting, explanation: later.waiting, place: later.location)
    }
    return nil
  }

  /// That time passed between two rows, if no row says so.
  func time(after index: StepIndex?, until next: StepIndex) -> String? {
    guard let index else { return nil }
    let moment = steps.last { step in
      step.line.index > index && step.line.index < next && step.line.operation == .timePasses
    }
    return moment.map { "(\($0.line.action))" }
  }
}

extension Participant {
  fileprivate var isBlocked: Bool {
    switch activity {
    case .blocked, .blockedInCall: true
    default: false
    }
  }
}

extension StepLine {
  /// A wait that has begun, of which the end would be a step.
  var standing: String {
    let name = object?.compact
    if operation.isSync, operation != .acquire { return action }
    switch operation.waitsFor {
    case .thread: return "waits for the end of \(name ?? "a thread")"
    case .time: return "sleeps"
    case .descriptor: return "waits in \(operation.verb(on: object))\(name.map { " on \($0)" } ?? "")"
    case .nothing, .turn, .lock, .readWriteLock, .once, .group, .workItem, .semaphore, .condition, .futex,
      .barrier, .handler, .host:
      return name.map { "waits for \($0)" } ?? "waits in \(operation.verb)"
    }
  }

  /// The same of a wait that came to its end.
  fileprivate var waiting: String {
    operation == .acquire ? "waits for its turn on \(object?.compact ?? "the queue")" : standing
  }
}

extension OperationKind {
  /// Hands a block over.
  fileprivate var submits: Bool {
    switch releases {
    case .block, .blockWithWait, .registration: true
    case .none, .blockElsewhere, .arrival, .thread, .blockEnd, .syncEnd, .lock, .readWriteLock, .heldLock,
      .workItem, .barrier, .count, .condition, .lane, .cancelHandler, .descriptors:
      false
    }
  }

  /// The task that is about to make it may not be able to yet.
  fileprivate var mayHaveToWait: Bool {
    switch waitsFor {
    case .turn, .lock, .readWriteLock, .once, .group, .workItem, .semaphore, .condition, .futex, .barrier,
      .thread, .handler, .time, .descriptor:
      true
    case .nothing, .host: self == .interrupted
    }
  }
}
