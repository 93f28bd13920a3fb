// Licensed under the Apache License, Version 2.0; see LICENSE.

/// For a process that is to follow it; the set of its tasks follows from the list.
extension PartialSchedule: Codable {
  private enum CodingKeys: String, CodingKey {
    case tasks, steps, ways, comesLast
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let tasks = try container.decode([UInt64].self, forKey: .tasks)
    let steps = try container.decode([UInt64].self, forKey: .steps)
    self.init()
    for task in tasks { add(task) }
    for index in stride(from: 0, to: steps.count - 1, by: 2) {
      goesOn(steps[index], operation: Int(clamping: steps[index + 1]))
    }
    for way in try container.decode([UInt64].self, forKey: .ways) { goes(way) }
    self = of(tasks, comesLast: try container.decode(Bool.self, forKey: .comesLast))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(tasks, forKey: .tasks)
    try container.encode(steps.flatMap { [$0.task, UInt64($0.operation)] }, forKey: .steps)
    try container.encode(ways, forKey: .ways)
    try container.encode(comesLast, forKey: .comesLast)
  }
}
