// Licensed under the Apache License, Version 2.0; see LICENSE.

/// What objects are called in a table of steps, which has little room and repeats each name.
///
/// The first row of an object says where that is made. From then on its variable is enough, where no other
/// object of the schedule is of its sort and in a variable of that name.
struct TableNames {
  private struct Variable: Hashable {
    var noun: String
    var name: String
  }

  private let places: [Variable: Set<CodeLocation?>]
  /// Of the rows so far.
  private var mentioned: Set<ObjectName> = []

  init(_ finding: Finding) {
    let lines = finding.steps.lines + (finding.recordedTrace?.steps.map(\.line) ?? [])
    let blocked = finding.participants.compactMap { participant -> ObjectName? in
      if case .blocked(_, let object) = participant.activity { object } else { nil }
    }
    var places: [Variable: Set<CodeLocation?>] = [:]
    for object in lines.compactMap(\.object) + blocked {
      guard let variable = TableNames.variable(object) else { continue }
      places[variable, default: []].insert(object.created)
    }
    self.places = places
  }

  /// The step of the next row.
  mutating func next(_ line: StepLine) -> StepLine {
    let named = short(line)
    if let object = line.object { mentioned.insert(object) }
    return named
  }

  /// Without the place, where a row has said it and it is not needed to tell which one is meant.
  func short(_ object: ObjectName) -> ObjectName {
    guard mentioned.contains(object), let variable = TableNames.variable(object),
      places[variable, default: []].count <= 1
    else { return object }
    var object = object
    object.created = nil
    return object
  }

  func short(_ line: StepLine) -> StepLine {
    guard let object = line.object, object.variable != nil else { return line }
    var line = line
    line.object = short(object)
    return line
  }

  private static func variable(_ object: ObjectName) -> Variable? {
    object.variable.map { Variable(noun: object.type.noun, name: $0) }
  }
}
