// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// Why a party did not go on, after a row of the table.
struct Pause {
  var state: Interleaving.State
  /// nil where the row before says it.
  var words: String?
  var place: CodeLocation?
}

/// What the whole schedule knows of the steps that a table shows.
///
/// Where nobody wrote the schedule down, only what follows from the steps themselves is said.
struct InterleavedCourse {
  private let steps: [Course.Step]
  private let overtaking: Set<StepIndex>?
  private let stuck: Set<String>
  private let lines: [StepLine]
  private let finding: Finding

  init(_ finding: Finding) {
    self.finding = finding
    steps = finding.course?.steps ?? []
    overtaking = finding.course?.overtaking.map { Set($0) }
    lines = finding.steps.lines
    let isForEver =
      switch finding.kind {
      case .waitCycle, .semaphoreNeverSignaled, .groupNeverEmpty, .waitNeverSatisfied, .poolExhausted,
        .leftSuspended:
        true
      default: false
      }
    stuck = isForEver ? Set(finding.parties.filter(\.isBlocked).map(\.name)) : []
  }

  /// Waits, at the end of the schedule, for what will not come.
  func isStuck(_ party: String) -> Bool { stuck.contains(party) }

  /// Still has a part in what the finding tells of the end.
  private func isAtHand(_ party: String) -> Bool {
    (finding.parties + finding.alsoStuck).contains { $0.name == party }
  }

  func lastStep(of party: String) -> StepLine? {
    steps.last { $0.line.party == party }?.line ?? lines.last { $0.party == party }
  }

  /// What a party is in after a step of the schedule; nil where its own last step does not say.
  func state(of party: String, at index: StepIndex) -> Interleaving.State? {
    guard let last = steps.last(where: { $0.line.party == party && $0.line.index <= index })?.line else {
      return nil
    }
    return last.outcome == .waits ? .waiting : last.operation == .end ? .absent : nil
  }

  /// The step of the schedule with this number.
  private func step(_ index: StepIndex) -> Course.Step? {
    guard let first = steps.first?.line.index else { return nil }
    let place = index - first
    return steps.indices.contains(place) ? steps[place] : nil
  }

  // MARK: Words of a step

  /// What the party did; a block that starts is named after its submission.
  func words(_ line: StepLine, _ entry: Interleaving.Entry, among entries: [Interleaving.Entry]) -> String {
    var words = entry.isStanding ? line.standing : line.deed
    if line.operation == .begin || line.operation == .arrive, let submission = submission(of: line.index) {
      let isShown = entries.contains { entry in
        if case .step(let shown) = entry.item { shown.index == submission.index } else { false }
      }
      let origin = isShown ? "#\(submission.index)" : submission.location?.short
      if let origin {
        words =
          line.operation == .begin
          ? "starts the block of \(origin)"
          : "the delayed block of \(origin) joins \(line.object?.compact ?? "its queue")"
      }
    }
    return entry.isLast && line.outcome == .waits ? words + " for\(unbreakableSpace)ever" : words
  }

  private func submission(of index: StepIndex) -> StepLine? {
    guard let begin = step(index), let block = begin.block else { return nil }
    return steps.first { step in
      step.block == block && step.line.index < index && step.line.operation.submits
    }?.line
  }

  // MARK: Reasons

  /// Why the party of one row did not make the next one as well.
  func pause(after entry: Interleaving.Entry, until next: Interleaving.Entry) -> Pause? {
    guard Interleaving.hasColumn(entry.party), !entry.isStanding else { return nil }
    guard let last = steps.last(where: { $0.line.party == entry.party && $0.line.index < next.index })?.line,
      last.index >= entry.index, case .step(let shown) = entry.item
    else { return nil }
    let isShown = last.index == shown.index
    if last.outcome == .waits {
      return isShown ? nil : Pause(state: .waiting, words: "then \(last.deed)", place: last.location)
    }
    if last.operation == .end {
      return isShown ? nil : Pause(state: .absent, words: last.object == nil ? "it ends" : "its block ends")
    }
    let later = steps.first { $0.line.party == entry.party && $0.line.index > last.index }?.line
    if overtaking?.contains(last.index + 1) == true { return Pause(state: .ready, words: "preempted here") }
    // A block's end that nobody can notice is no step.
    let isOver = later.map { $0.operation == .begin } ?? !isAtHand(entry.party)
    if overtaking != nil, isOver, shown.party.hasPrefix("worker ") {
      return Pause(state: .absent, words: "its block ends")
    }
    if let later {
      if !later.operation.mayHaveToWait {
        return Pause(state: .ready, words: overtaking == nil ? "preempted here" : "lets the others go first")
      }
      return overtaking == nil
        ? nil : Pause(state: .waiting, words: later.waiting, place: later.location)
    }
    return nil
  }

  /// That time passed between two rows, if no row says so.
  func time(after index: StepIndex?, until next: StepIndex) -> String? {
    guard let index else { return nil }
    let moment = steps.last { step in
      step.line.index > index && step.line.index < next && step.line.operation == .timePasses
    }
    return moment.map { "(\($0.line.deed))" }
  }
}

extension Party {
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
    if operation.isSync, operation != .acquire { return deed }
    switch operation.waitsFor {
    case .thread: return "waits for the end of \(name ?? "a thread")"
    case .time: return "sleeps"
    case .descriptor: return "waits in \(operation.verb)\(name.map { " on \($0)" } ?? "")"
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

  /// Whoever is about to make it may not be able to yet.
  fileprivate var mayHaveToWait: Bool {
    switch waitsFor {
    case .turn, .lock, .readWriteLock, .once, .group, .workItem, .semaphore, .condition, .futex, .barrier,
      .thread, .handler, .time, .descriptor:
      true
    case .nothing, .host: self == .interrupted
    }
  }
}
