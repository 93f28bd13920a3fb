// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Who did what to which object in the run that was measured, for strategies that weigh by it.
///
/// Names tasks by their stable ids, objects by their ids of that run: an object that another run makes at
/// another place is taken for a different one, which costs a strategy some aim and nothing else. Places are
/// numbers that may hold in one process only (see `mapPlaces`), but their order here is that of the run, so
/// that draws by index are the same everywhere.
public struct AccessProfile: Sendable, Equatable {
  /// One task of the run.
  public struct TaskProfile: Sendable, Equatable {
    public var stableID: UInt64
    /// Its creator's index in `members`, always lower; -1 = none.
    public var creator: Int
    /// Its executed operations.
    public var operations: Int
  }

  /// What one task did to one object.
  public struct Access: Sendable, Equatable {
    /// An index in `members`.
    public var member: Int
    /// The raw value of the object's id.
    public var object: UInt32
    public var count: Int
  }

  /// Two places of the program that touched one object from different tasks.
  public struct Pair: Sendable, Hashable {
    public var first: UInt64
    public var second: UInt64
  }

  /// In the order in which they were made.
  public private(set) var members: [TaskProfile] = []
  /// Grouped by nothing; each pair of task and object once.
  public private(set) var accesses: [Access] = []
  /// Each once, in the order in which they were met; at most `mostPairs`.
  public private(set) var pairs: [Pair] = []
  /// Objects that at least two tasks touched, with the number of operations on each.
  public private(set) var shared: [(object: UInt32, count: Int)] = []
  private var indices: [UInt64: Int] = [:]

  public init() {}

  init(members: [TaskProfile], accesses: [Access], pairs: [Pair], shared: [(object: UInt32, count: Int)]) {
    self.members = members
    self.accesses = accesses
    self.pairs = pairs
    self.shared = shared
    for (index, member) in members.enumerated() { indices[member.stableID] = index }
  }

  /// Puts other numbers in the places of places, for a process in which those mean the same.
  public mutating func mapPlaces(_ map: (UInt64) -> UInt64) {
    for index in pairs.indices {
      pairs[index] = Pair(first: map(pairs[index].first), second: map(pairs[index].second))
    }
  }

  static let mostPairs = 4_096
  /// Places of one object that are paired with a new one.
  static let placesPerObject = 16

  public static func == (left: AccessProfile, right: AccessProfile) -> Bool {
    left.members == right.members && left.accesses == right.accesses && left.pairs == right.pairs
  }

  /// Where the task with a stable id is in `members`, -1 if the measured run did not have it.
  ///
  /// `guess` is where it is if this run has made its tasks in the same order, as most do.
  func index(of stableID: UInt64, guess: Int) -> Int {
    if guess < members.count, members[guess].stableID == stableID { return guess }
    return indices[stableID] ?? -1
  }

  /// Takes down one run, step by step.
  public struct Recorder {
    private var census = AccessProfile()
    private var accessIndices: [UInt64: Int] = [:]
    private var places: [UInt32: [(place: UInt64, member: Int)]] = [:]
    private var knownPairs: Set<Pair> = []

    public init() {}

    /// Adds the next task; its creator must have been added.
    public mutating func add(stableID: UInt64, creator: Int) {
      census.indices[stableID] = census.members.count
      census.members.append(TaskProfile(stableID: stableID, creator: creator, operations: 0))
    }

    /// Adds a step of a task: an index in `members`, an object's raw id (0 = none), a place (0 = unknown).
    public mutating func step(_ member: Int, object: UInt32, place: UInt64) {
      census.members[member].operations += 1
      if object == 0 { return }
      let key = UInt64(member) << 32 | UInt64(object)
      if let index = accessIndices[key] {
        census.accesses[index].count += 1
      } else {
        accessIndices[key] = census.accesses.count
        census.accesses.append(Access(member: member, object: object, count: 1))
      }
      if place != 0 { pair(place, member, object) }
    }

    private mutating func pair(_ place: UInt64, _ member: Int, _ object: UInt32) {
      var known = places[object] ?? []
      if known.contains(where: { $0.place == place && $0.member == member }) { return }
      for other in known where other.member != member && other.place != place {
        let pair = Pair(first: other.place, second: place)
        if census.pairs.count < AccessProfile.mostPairs, knownPairs.insert(pair).inserted {
          knownPairs.insert(Pair(first: place, second: other.place))
          census.pairs.append(pair)
        }
      }
      if known.count < AccessProfile.placesPerObject {
        known.append((place, member))
        places[object] = known
      }
    }

    /// The census of what was added.
    public func finished() -> AccessProfile {
      var census = census
      var totals: [UInt32: (order: Int, tasks: Int, count: Int)] = [:]
      for access in census.accesses {
        let old = totals[access.object] ?? (totals.count, 0, 0)
        totals[access.object] = (old.order, old.tasks + 1, old.count + access.count)
      }
      census.shared = totals.filter { $0.value.tasks > 1 }.sorted { $0.value.order < $1.value.order }
        .map { ($0.key, $0.value.count) }
      return census
    }
  }
}

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
