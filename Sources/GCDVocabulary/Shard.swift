// Licensed under the Apache License, Version 2.0; see LICENSE.

/// One of several equal parts of an exploration: the schedules whose numbers leave the same rest.
///
/// Which schedule a number means does not depend on shards: together they run what one process would.
public struct Shard: Sendable, Hashable {
  /// From 1 to `count`.
  public let index: Int
  /// How many there are, from 1 to `largestCount`.
  public let count: Int

  /// More machines than a user has; beyond, the first schedules would be most of the work.
  public static let largestCount = 10_000

  /// Nil outside these ranges.
  public init?(_ index: Int, of count: Int) {
    guard (1...Shard.largestCount).contains(count), (1...count).contains(index) else { return nil }
    self.index = index
    self.count = count
  }

  /// Reads "2/5".
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let isPlain = parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }
    guard parts.count == 2, isPlain, let index = Int(parts[0]), let count = Int(parts[1]) else { return nil }
    self.init(index, of: count)
  }

  /// The first shard also does what belongs to no single schedule.
  public var isFirst: Bool { index == 1 }

  /// Whether the schedule of this number, from 0, is in the shard.
  public func owns(_ number: Int) -> Bool { number % count == index - 1 }

  /// How many numbers from 0 to below a limit are in the shard.
  public func numbers(below limit: Int) -> Int { max(0, limit - index + count) / count }
}

extension Shard: CustomStringConvertible {
  public var description: String { "\(index)/\(count)" }
}

extension Shard: Codable {
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let shard = Shard(text) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "a shard such as 2/5 is missing"))
    }
    self = shard
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
