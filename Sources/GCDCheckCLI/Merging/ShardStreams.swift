// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDVocabulary

/// The streams of all shards of one run, by their numbers.
struct ShardStreams {
  let all: [ShardStream]

  var first: ShardStream { all[0] }
  var count: Int { all.count }

  /// - Throws: `CommandError` for streams that do not belong together, or are not all there are.
  init(_ streams: [ShardStream]) throws {
    let first = streams[0]
    for stream in streams where stream.shard.count != first.shard.count {
      throw CommandError.usage(
        "\"\(first.file)\" is shard \(first.shard) and \"\(stream.file)\" is shard \(stream.shard); "
          + "merge the shards of one run")
    }
    let missing = (1...first.shard.count).filter { index in !streams.contains { $0.shard.index == index } }
    if !missing.isEmpty {
      let names = missing.prefix(5).map { "\($0)/\(first.shard.count)" }.joined(separator: ", ")
      let more = missing.count > 5 ? " and \(missing.count - 5) more" : ""
      throw CommandError.usage(
        missing.count == 1 ? "shard \(names) is missing" : "the shards \(names)\(more) are missing")
    }
    let parts = Dictionary(grouping: streams, by: \.shard.index).sorted { $0.key < $1.key }.map(\.value)
    for stream in parts.flatMap(\.self) { try Self.check(stream, with: parts[0][0]) }
    all = parts.map(ShardStream.init(joining:))
  }

  private static func check(_ stream: ShardStream, with first: ShardStream) throws {
    let places = "\"\(first.file)\" and \"\(stream.file)\" do not belong together"
    if stream.started.tool != first.started.tool {
      throw CommandError.usage(
        "\(places): gcdcheck \(first.started.tool) and \(stream.started.tool) wrote them")
    }
    if let (one, other) = zip(first.names, stream.names).first(where: { $0 != $1 }) {
      throw CommandError.usage("\(places): where one has \(one), the other has \(other)")
    }
    if first.names.count != stream.names.count {
      throw CommandError.usage("\(places): they are about different tests")
    }
    let begun = Dictionary(stream.tests.map { ($0.started.test, $0.started) }) { one, _ in one }
    for one in first.tests.map(\.started) {
      guard let other = begun[one.test], one != other else { continue }
      let difference =
        one.seed != other.seed
        ? "\(one.test) has the seeds \(one.seed) and \(other.seed)"
        : "\(one.test) was run with \(one.schedules) schedules of \(one.strategy) and with "
          + "\(other.schedules) of \(other.strategy)"
      throw CommandError.usage("\(places): \(difference)")
    }
  }
}
