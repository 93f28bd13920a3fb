// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDReport
import GCDVocabulary

/// Goes through the steps of a schedule and notes what holds after each of them.
struct StateReplay {
  /// What came before the first step is known.
  private let isWhole: Bool
  private let reportsLocks: Bool
  private var changes: ArraySlice<RecordedTrace.Change>
  private(set) var snapshot: StateSnapshot
  /// Those that are shown, in the order in which they are.
  private let names: [String]
  private let objects: [ObjectName]
  /// The steps that each thread has yet to make, the next one first.
  private var ahead: [String: ArraySlice<StepLine>] = [:]
  /// What each of them was at when the schedule ended.
  private let participants: [String: Participant]
  private let waits: [String: WaitEdge]
  /// The last step that is made on each object: from then on it stays as it is.
  private var lastTouch: [ObjectName: StepIndex] = [:]
  private var threadStates: [String: [StateLanes.State]] = [:]
  private var objectStates: [ObjectName: [StateLanes.State]] = [:]
  private(set) var times: [UInt64?] = []

  init(_ finding: Finding, _ steps: [RecordedTrace.Step], isWhole: Bool) {
    let lines = steps.map(\.line)
    let opening = finding.recordedTrace?.opening
    self.isWhole = isWhole || opening != nil
    changes = (finding.recordedTrace?.changes ?? [])[...]
    snapshot = opening ?? StateSnapshot(time: isWhole ? 0 : nil)
    let isTimeSilent = !lines.contains { if case .clock = $0.outcome { true } else { false } }
    if snapshot.time == nil, isTimeSilent { snapshot.time = finding.context.virtualTime }
    reportsLocks =
      self.isWhole && !steps.contains { $0.line.operation == .conditionWait && $0.lock == nil }
    for line in lines {
      if let object = line.object { lastTouch[object] = line.index }
      snapshot.meet(line.participant, isBusy: !line.operation.isOfNewcomer)
      ahead[line.participant, default: []].append(line)
    }
    let met = snapshot
    names = (lines.map(\.participant) + met.names.filter { met.threads[$0]?.isBusy == true }).distinct
      .filter { met.threads[$0] != nil }
    for object in lines.compactMap(\.object) + changes.map(\.object) { snapshot.meet(object) }
    let named = lines.compactMap(\.object) + changes.map(\.object)
    let isReported = reportsLocks
    objects = (named + met.objects.filter { met.states[$0]?.isAtRest == false }).distinct
      .filter { $0.type.isFollowed && (!$0.type.isLock || isReported) }
    participants = Dictionary((finding.participants + finding.alsoStuck).map { ($0.name, $0) }) { first, _ in
      first
    }
    // Locks in opposite orders were taken in a run that did not hang.
    let edges = finding.kind.code == .lockOrderInversion ? [] : finding.kind.waits
    waits = Dictionary(edges.map { ($0.waiter, $0) }) { first, _ in first }
    for change in changes where change.object.type.isCounted {
      snapshot.begin(change.object, at: change.before)
    }
    if case .semaphoreNeverSignaled(let evidence) = finding.kind {
      snapshot.begin(evidence.edge.resource, at: evidence.initialValue)
    }
    let start = lines.first?.index ?? 0
    while let change = changes.first, change.step < start { snapshot.apply(changes.removeFirst()) }
  }

  mutating func take(_ step: RecordedTrace.Step, isLast: Bool) {
    let line = step.line
    while let change = changes.first, change.step <= line.index { snapshot.apply(changes.removeFirst()) }
    snapshot.take(step)
    ahead[line.participant]?.removeFirst()
    times.append(snapshot.time)
    var awaited: [String: ObjectName] = [:]
    for name in names {
      let thread = ThreadState(
        name, after: line.participant, snapshot, next: ahead[name]?.first, isReported: isWhole)
      var state = thread.state
      if isLast || ahead[name]?.isEmpty == true,
        let end = participants[name].flatMap(thread.atEnd) ?? waits[name].map(thread.waiting),
        isLast || isForGood(end, after: line.index)
      {
        state = end
      }
      awaited[name] = state.waitsFor
      threadStates[name, default: []].append(state)
    }
    for object in objects {
      let waiters = names.filter { awaited[$0] == object }
      objectStates[object, default: []].append(
        ObjectState(object, snapshot, waiters: waiters, reportsBlocks: isWhole).state)
    }
  }

  /// What a thread waits for that makes no step any more is not touched any more either, so that the wait
  /// has begun.
  private func isForGood(_ state: StateLanes.State, after step: StepIndex) -> Bool {
    guard isWhole, let object = state.waitsFor else { return false }
    return lastTouch[object] ?? -1 <= step
  }

  // MARK: The result

  var laneTotal: Int { names.count + objects.count }

  func lanes(threads mostThreads: Int, objects mostObjects: Int) -> [StateLanes.Lane] {
    let first = names.prefix(mostThreads).map { name in
      StateLanes.Lane(type: .thread, title: name, states: threadStates[name] ?? [])
    }
    let ordered = objects.filter(\.type.isQueue) + objects.filter { !$0.type.isQueue }
    let second = ordered.prefix(mostObjects).map { object in
      StateLanes.Lane(
        type: object.type.isQueue ? .queue : object.type.isLock ? .lock : .count,
        title: object.compact, states: objectStates[object] ?? [])
    }
    return first + second
  }
}

extension StateSnapshot.ObjectSnapshot {
  /// Nothing that a reader would miss.
  fileprivate var isAtRest: Bool {
    runners.isEmpty && blocks.isEmpty && suspensions == 0 && holder == nil && (count ?? 0) == 0
  }
}
