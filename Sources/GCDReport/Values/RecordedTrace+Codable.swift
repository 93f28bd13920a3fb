// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// Long lists of steps name few objects, participants and files: each is written once, and steps are rows of
/// numbers that say which.
extension RecordedTrace: Codable {
  private enum Key: String, CodingKey {
    case total = "total"
    case participants = "parties"
    case objects = "objects"
    case files = "files"
    case operations = "operations"
    case steps = "steps"
    case changes = "changes"
    case details = "details"
    case opening = "opening"
    case overtaking = "overtaking"
    case locks = "locks"
  }

  public func encode(to encoder: any Encoder) throws {
    var participants = Names<String>()
    var objects = Names<ObjectName>()
    var files = Names<String>()
    var operations = Names<OperationKind>()
    var details: [String: String] = [:]
    var rows: [[Int]] = []
    var locks: [[Int]] = []
    for step in steps {
      let line = step.line
      let (outcome, values) = line.outcome.numbers
      let head = [
        line.index, participants.place(of: line.participant), operations.place(of: line.operation),
        line.object.map { objects.place(of: $0) } ?? -1, step.block ?? -1,
      ]
      let place = line.location
      rows.append(
        head + [
          place.map { files.place(of: $0.file) } ?? -1, place?.line ?? 0, place?.column ?? 0, outcome,
        ] + values)
      if let lock = step.lock { locks.append([line.index, objects.place(of: lock)]) }
      if let detail = line.detail { details[String(line.index)] = detail }
    }
    let changed = changes.map { change in
      [
        change.step, objects.place(of: change.object), operations.place(of: change.operation),
        change.before, change.after,
      ]
    }
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(total, forKey: .total)
    try container.encode(participants.all, forKey: .participants)
    try container.encode(objects.all, forKey: .objects)
    try container.encode(files.all, forKey: .files)
    try container.encode(operations.all, forKey: .operations)
    try container.encode(rows, forKey: .steps)
    try container.encode(changed, forKey: .changes)
    try container.encodeIfPresent(opening, forKey: .opening)
    try container.encodeIfPresent(overtaking, forKey: .overtaking)
    if !locks.isEmpty { try container.encode(locks, forKey: .locks) }
    if !details.isEmpty {
      try container.encode(
        details.keys.sorted().map { [$0, details[$0] ?? ""] }, forKey: .details)
    }
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    func damaged(_ reason: String) -> DecodingError {
      .dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: reason))
    }
    let participants = try container.decode([String].self, forKey: .participants)
    let objects = try container.decode([ObjectName].self, forKey: .objects)
    let files = try container.decode([String].self, forKey: .files)
    let operations = try container.decode([OperationKind].self, forKey: .operations)
    let details = try container.decodeIfPresent([[String]].self, forKey: .details) ?? []
    func item<Item>(_ list: [Item], _ place: Int) throws -> Item {
      guard list.indices.contains(place) else { throw damaged("a row names what is in no list") }
      return list[place]
    }
    total = try container.decode(Int.self, forKey: .total)
    opening = try container.decodeIfPresent(StateSnapshot.self, forKey: .opening)
    overtaking = try container.decodeIfPresent([Int].self, forKey: .overtaking)
    changes = try container.decode([[Int]].self, forKey: .changes).map { row in
      guard row.count >= 5, row[0].magnitude <= largestCount else { throw damaged("a change is no row") }
      return Change(
        step: row[0], try item(objects, row[1]), try item(operations, row[2]), row[3], to: row[4])
    }
    let locks = try container.decodeIfPresent([[Int]].self, forKey: .locks) ?? []
    var lockOfStep: [StepIndex: ObjectName] = [:]
    for row in locks {
      guard row.count >= 2 else { throw damaged("a lock is no row") }
      lockOfStep[row[0]] = try item(objects, row[1])
    }
    steps = try container.decode([[Int]].self, forKey: .steps).map { row in
      guard row.count >= 9, row[..<8].allSatisfy({ $0.magnitude <= largestCount }),
        let outcome = StepOutcome(row[8], Array(row[9...]))
      else {
        throw damaged("a step is no row of this version")
      }
      var line = StepLine(
        row[0], try item(participants, row[1]), try item(operations, row[2]),
        row[3] < 0 ? nil : try item(objects, row[3]),
        at: row[5] < 0 ? nil : CodeLocation(file: try item(files, row[5]), line: row[6], column: row[7]),
        outcome)
      line.detail = details.first { $0.first == String(row[0]) }?.last
      return Step(line, block: row[4] < 0 ? nil : row[4], lock: lockOfStep[row[0]])
    }
  }
}

/// A list in which each value has its place.
private struct Names<Value: Hashable> {
  private(set) var all: [Value] = []
  private var places: [Value: Int] = [:]

  mutating func place(of value: Value) -> Int {
    if let known = places[value] { return known }
    places[value] = all.count
    all.append(value)
    return all.count - 1
  }
}

extension StepOutcome {
  fileprivate var numbers: (Int, [Int]) {
    switch self {
    case .done: (0, [])
    case .waits: (1, [])
    case .timedOut: (2, [])
    case .count(let before, let after): (3, [before, after])
    case .clock(let time): (4, [Int(clamping: time)])
    case .dies: (5, [])
    }
  }

  fileprivate init?(_ type: Int, _ values: [Int]) {
    switch (type, values.count) {
    case (0, _): self = .done
    case (1, _): self = .waits
    case (2, _): self = .timedOut
    case (3, 2...): self = .count(before: values[0], after: values[1])
    case (4, 1...): self = .clock(UInt64(clamping: values[0]))
    case (5, _): self = .dies
    default: return nil
    }
  }
}
