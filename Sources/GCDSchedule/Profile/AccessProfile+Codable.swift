// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// As lists of whole numbers: a census has thousands of entries.
extension AccessProfile: Codable {
  private struct Coded: Codable {
    /// Stable id, creator, operations.
    var members: String
    /// Member, object, count.
    var accesses: String
    /// First place, second place.
    var pairs: String
    /// Object, count.
    var shared: String
  }

  public init(from decoder: any Decoder) throws {
    let coded = try Coded(from: decoder)
    func rows(_ text: String, _ width: Int) throws -> [[UInt64]] {
      guard let numbers = HashList.hashes(text), numbers.count % width == 0 else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "no list of numbers"))
      }
      return stride(from: 0, to: numbers.count, by: width).map { Array(numbers[$0..<$0 + width]) }
    }
    func whole(_ number: UInt64) -> Int { Int(truncatingIfNeeded: number) }
    self.init(
      members: try rows(coded.members, 3).map {
        TaskProfile(stableID: $0[0], creator: whole($0[1]), operations: whole($0[2]))
      },
      accesses: try rows(coded.accesses, 3).map {
        Access(member: whole($0[0]), object: UInt32(truncatingIfNeeded: $0[1]), count: whole($0[2]))
      },
      pairs: try rows(coded.pairs, 2).map { Pair(first: $0[0], second: $0[1]) },
      shared: try rows(coded.shared, 2).map { (UInt32(truncatingIfNeeded: $0[0]), whole($0[1])) })
  }

  public func encode(to encoder: any Encoder) throws {
    func bits(_ number: Int) -> UInt64 { UInt64(bitPattern: Int64(number)) }
    let coded = Coded(
      members: HashList.text(members.flatMap { [$0.stableID, bits($0.creator), bits($0.operations)] }),
      accesses: HashList.text(accesses.flatMap { [bits($0.member), UInt64($0.object), bits($0.count)] }),
      pairs: HashList.text(pairs.flatMap { [$0.first, $0.second] }),
      shared: HashList.text(shared.flatMap { [UInt64($0.object), bits($0.count)] }))
    try coded.encode(to: encoder)
  }
}
