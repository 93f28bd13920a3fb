// Licensed under the Apache License, Version 2.0; see LICENSE.

/// What objects are called in a table of steps, which has little room and repeats each name.
///
/// A variable is enough where no other object of the schedule is of its sort and in a variable of its name;
/// the sentences of a report say where each is made.
struct TableNames {
  private struct Variable: Hashable {
    var noun: String
    var name: String
  }

  private let places: [Variable: Set<CodeLocation?>]

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

  /// Without the place, where that is not needed.
  func short(_ object: ObjectName) -> ObjectName {
    guard let variable = TableNames.variable(object), places[variable, default: []].count <= 1 else {
      return object
    }
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
