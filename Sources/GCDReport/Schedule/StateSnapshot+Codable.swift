// Licensed under the Apache License, Version 2.0; see LICENSE.

/// As lists in the order of appearance: equal states give equal text.
extension StateSnapshot: Codable {
  private enum Key: String, CodingKey {
    case time = "time"
    case threads = "threads"
    case objects = "objects"
  }

  private struct ThreadRow: Codable {
    var name: String
    var state: Thread

    enum CodingKeys: String, CodingKey {
      case name = "name"
      case state = "state"
    }
  }

  private struct ObjectRow: Codable {
    var object: ObjectName
    var runners: [String]
    var blocks: [Int]
    var count: Int?
    var suspensions: Int
    var holder: String?
    var depth: Int

    enum CodingKeys: String, CodingKey {
      case object = "object"
      case runners = "runners"
      case blocks = "blocks"
      case count = "count"
      case suspensions = "suspensions"
      case holder = "holder"
      case depth = "depth"
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encodeIfPresent(time, forKey: .time)
    try container.encode(
      names.compactMap { name in threads[name].map { ThreadRow(name: name, state: $0) } }, forKey: .threads)
    let rows = objects.compactMap { object in
      states[object].map { snapshot in
        ObjectRow(
          object: object, runners: snapshot.runners, blocks: snapshot.blocks.sorted(),
          count: snapshot.count, suspensions: snapshot.suspensions, holder: snapshot.holder,
          depth: snapshot.depth)
      }
    }
    try container.encode(rows, forKey: .objects)
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    self.init(time: try container.decodeIfPresent(UInt64.self, forKey: .time))
    for row in try container.decode([ThreadRow].self, forKey: .threads) { restore(row.name, row.state) }
    for row in try container.decode([ObjectRow].self, forKey: .objects) {
      var snapshot = ObjectSnapshot()
      snapshot.runners = row.runners
      snapshot.blocks = Set(row.blocks)
      snapshot.count = row.count
      snapshot.suspensions = row.suspensions
      snapshot.holder = row.holder
      snapshot.depth = row.depth
      restore(row.object, snapshot)
    }
  }
}
