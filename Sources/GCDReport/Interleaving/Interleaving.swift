// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// The steps that matter, thread next to thread: time runs down, and wherever another thread continues a row
/// says why.
package struct Interleaving {
  /// A thread of the table, or all those that have no column of their own.
  package struct Column: Equatable {
    package var title: String
    /// The queue whose blocks the thread runs, where that is one.
    package var queue: String?
    /// In the order of their appearance; more than one share the column.
    package var participants: [String]
  }

  /// What a thread is in between its steps.
  package enum State: Equatable {
    /// Has not begun, or is over.
    case absent
    /// Could continue.
    case ready
    case waiting
  }

  package struct Row: Equatable {
    /// `#3`; empty for what is no step.
    package var number = ""
    /// nil = over all columns.
    package var column: Int?
    package var text: String
    package var place: CodeLocation?
    /// One for each column, after this row.
    package var states: [State] = []
  }

  package let columns: [Column]
  package private(set) var rows: [Row] = []

  /// - Parameter most: Columns for which there is room.
  package init(_ finding: Finding, _ steps: CollapsedLoops, mostColumns most: Int) {
    var names = TableNames(finding)
    let shown = Interleaving.entries(of: steps, &names)
    let recordedTrace = InterleavingContext(finding, names)
    let entries = Interleaving.withWaits(finding, shown, recordedTrace, names)
    columns = Interleaving.columns(finding, entries, most, names)
    var states = Array(repeating: State.absent, count: columns.count)
    var before: Entry?
    for entry in entries {
      if let before, before.participant != entry.participant,
        let pause = recordedTrace.pause(after: before, until: entry)
      {
        add(pause, at: before.participant, &states)
      }
      if let moment = recordedTrace.time(after: before?.index, until: entry.index) {
        rows.append(Row(text: moment, states: states))
      }
      for (index, column) in columns.enumerated() where column.participants.count == 1 {
        if let known = recordedTrace.state(of: column.participants[0], at: entry.index) {
          states[index] = known
        }
      }
      switch entry.item {
      case .again, .omitted:
        rows.append(Row(text: entry.item.placeholder ?? "", states: states))
      case .step(let line):
        guard let column = column(of: line.participant) else {
          rows.append(Row(number: "#\(line.index)", text: line.action, place: line.location, states: states))
          break
        }
        states[column] = entry.stateAfter
        rows.append(
          Row(
            number: entry.isStanding ? "" : "#\(line.index)", column: column,
            text: prefix(column, line.participant)
              + recordedTrace.action(of: line, in: entry, among: entries),
            place: line.location, states: states))
      }
      before = entry
    }
  }

  private mutating func add(_ pause: SwitchReason, at participant: String, _ states: inout [State]) {
    guard let column = column(of: participant) else { return }
    states[column] = pause.state
    guard let explanation = pause.explanation else { return }
    rows.append(
      Row(
        column: column, text: prefix(column, participant) + "(\(explanation))", place: pause.place,
        states: states))
  }

  private func column(of participant: String) -> Int? {
    columns.firstIndex { $0.participants.contains(participant) }
  }

  /// Whose step it is, where the column does not say.
  private func prefix(_ column: Int, _ participant: String) -> String {
    columns[column].participants.count > 1 ? "\(participant): " : ""
  }
}

extension Interleaving {
  /// A line of the table before it has a column.
  struct Entry {
    var item: CollapsedLoops.Item
    /// Who made the step, or the last one of those that are not shown.
    var participant: String
    var index: StepIndex
    /// The wait in which the participant ended up, which is no step of its own.
    var isStanding = false
    /// The participant makes no step after this one.
    var isLast = false

    var stateAfter: State {
      guard case .step(let line) = item else { return .ready }
      if line.outcome == .waits { return .waiting }
      return line.operation == .end ? .absent : .ready
    }
  }

  /// The clock and an absent participant have no column.
  static func hasColumn(_ participant: String) -> Bool { participant != "clock" && participant != "nobody" }

  private static func entries(of steps: CollapsedLoops, _ names: inout TableNames) -> [Entry] {
    var entries: [Entry] = []
    for item in steps.items {
      switch item {
      case .step(let line):
        let item = CollapsedLoops.Item.step(names.next(line))
        entries.append(Entry(item: item, participant: line.participant, index: line.index))
      case .again, .omitted:
        guard let last = entries.last else { continue }
        entries.append(Entry(item: item, participant: last.participant, index: last.index))
      }
    }
    return entries
  }

  /// With the waits in which participants ended up, and which are no steps.
  private static func withWaits(
    _ finding: Finding, _ shown: [Entry], _ recordedTrace: InterleavingContext, _ names: TableNames
  ) -> [Entry] {
    var entries = shown
    for participant in finding.participants {
      guard case .blocked(let operation, let object) = participant.activity else { continue }
      let moment = recordedTrace.lastStep(of: participant.name)
      if moment?.outcome == .waits { continue }
      let line = StepLine(
        moment?.index ?? entries.last?.index ?? 0, participant.name, operation, object.map(names.short),
        at: participant.location, .waits)
      let place = entries.firstIndex { $0.index > line.index } ?? entries.count
      entries.insert(
        Entry(item: .step(line), participant: participant.name, index: line.index, isStanding: true),
        at: place)
    }
    var seen: Set<String> = []
    for index in entries.indices.reversed() where seen.insert(entries[index].participant).inserted {
      entries[index].isLast = recordedTrace.isStuck(entries[index].participant)
    }
    return entries
  }

  /// One for each participant; where there are too many, one for each of those that the finding is about and
  /// one for the others.
  private static func columns(
    _ finding: Finding, _ entries: [Entry], _ most: Int, _ names: TableNames
  ) -> [Column] {
    let all = entries.map(\.participant).filter(hasColumn).distinct
    func column(_ participant: String) -> Column {
      let queue = queue(of: participant, finding, entries).map(names.short)
      return Column(title: participant, queue: name(queue), participants: [participant])
    }
    if all.count <= most { return all.map(column) }
    let about = finding.kind.waits.map(\.waiter) + finding.participants.map(\.name)
    let ranked =
      about.filter(all.contains).distinct
      + all.filter { !about.contains($0) }.sorted { one, other in
        entries.count { $0.participant == one } > entries.count { $0.participant == other }
      }
    let own = ranked.prefix(most - 1)
    let rest = all.filter { !own.contains($0) }
    return all.filter(own.contains).map(column)
      + [Column(title: counted(rest.count, "other"), queue: nil, participants: rest)]
  }

  private static func queue(of participant: String, _ finding: Finding, _ entries: [Entry]) -> ObjectName? {
    if let known = finding.participants.first(where: { $0.name == participant }) { return known.queue }
    let begun = entries.compactMap { entry -> ObjectName? in
      guard case .step(let line) = entry.item, line.participant == participant else { return nil }
      return line.operation == .begin ? line.object : nil
    }.distinct
    return begun.count == 1 ? begun[0] : nil
  }

  /// nil where it says little: on a global queue anything runs.
  private static func name(_ queue: ObjectName?) -> String? {
    guard let queue, queue.type != .thread, !queue.type.isRoot else { return nil }
    return queue.compact
  }
}
