// Licensed under the Apache License, Version 2.0; see LICENSE.

/// As lists in the order of appearance: equal moments give equal text.
extension ScheduleMoment: Codable {
  private enum Key: String, CodingKey { case time, threads, objects, hasLostLocks }

  private struct ThreadRow: Codable {
    var name: String
    var state: Thread
  }

  private struct ThingRow: Codable {
    var object: ObjectName
    var runners: [String]
    var blocks: [Int]
    var count: Int?
    var suspensions: Int
    var holder: String?
    var depth: Int
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encodeIfPresent(time, forKey: .time)
    try container.encode(
      names.compactMap { name in threads[name].map { ThreadRow(name: name, state: $0) } }, forKey: .threads)
    let rows = objects.compactMap { object in
      things[object].map { thing in
        ThingRow(
          object: object, runners: thing.runners, blocks: thing.blocks.sorted(), count: thing.count,
          suspensions: thing.suspensions, holder: thing.holder, depth: thing.depth)
      }
    }
    try container.encode(rows, forKey: .objects)
    if hasLostLocks { try container.encode(true, forKey: .hasLostLocks) }
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    self.init(time: try container.decodeIfPresent(UInt64.self, forKey: .time))
    if try container.decodeIfPresent(Bool.self, forKey: .hasLostLocks) == true { restoreLostLocks() }
    for row in try container.decode([ThreadRow].self, forKey: .threads) { restore(row.name, row.state) }
    for row in try container.decode([ThingRow].self, forKey: .objects) {
      var thing = Thing()
      thing.runners = row.runners
      thing.blocks = Set(row.blocks)
      thing.count = row.count
      thing.suspensions = row.suspensions
      thing.holder = row.holder
      thing.depth = row.depth
      restore(row.object, thing)
    }
  }
}
