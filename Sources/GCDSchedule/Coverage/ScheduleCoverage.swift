// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// How many different schedules ran, or classes of schedules, and how many of them only once: a set of 63-bit
/// hashes in bounded memory.
///
/// Exact up to `exactUpTo` different hashes. Beyond that it keeps an evenly drawn sample (adaptive sampling,
/// Flajolet, Computing 1990): every time the table is full, the sampled share of all hashes is halved. The
/// estimate is then off by about 0.3 % (one standard deviation). The table never takes more than 2 MiB, so
/// that a million schedules in one process do not show in its memory.
public struct ScheduleCoverage: Sendable {
  /// Up to this many different hashes the count is exact.
  public static let exactUpTo = 196_608

  /// 1 << 18 slots of eight bytes are 2 MiB.
  private static let largestSlotCount = 1 << 18

  /// Set in a slot whose hash came more than once.
  private static let cameAgain: UInt64 = 1 << 63

  /// Open addressing with linear probing; 0 = free. Always a power of two, at most three quarters full.
  private var slots: [UInt64]
  /// Hashes in `slots`.
  private var kept = 0
  /// Those of them that came once.
  private var keptSingles = 0
  /// Only hashes whose lowest `level` bits are 0 are kept.
  private var level: UInt64 = 0

  /// An empty set.
  public init() { slots = Array(repeating: 0, count: 1 << 10) }

  /// Whether `distinct` is a count and not an estimate.
  public var isExact: Bool { level == 0 }

  /// How many different hashes were inserted.
  public var distinct: Int { kept << Int(level) }

  /// How many of them were inserted once.
  public var singles: Int { keptSingles << Int(level) }

  /// Inserts the hash of a schedule; true if it is kept and was not there before.
  ///
  /// - Parameter counts: false = it is to be no single, whatever comes.
  @discardableResult
  public mutating func insert(_ hash: UInt64, asSingle counts: Bool = true) -> Bool {
    insert(key: key(of: hash), counts)
  }

  /// Calls `body` with the place where a hash belongs, for memory to be fetched early.
  @inline(__always)
  package func withPlace(of hash: UInt64, _ body: (UnsafeRawPointer) -> Void) {
    let index = Int(truncatingIfNeeded: key(of: hash) >> 20) & (slots.count - 1)
    slots.withUnsafeBufferPointer { body(UnsafeRawPointer($0.baseAddress! + index)) }
  }

  /// Mixed once more, so that probing and sampling do not depend on how good the hash is; 0 is free.
  private func key(of hash: UInt64) -> UInt64 { max(mix(hash) & ~ScheduleCoverage.cameAgain, 1) }

  /// Inserts all that another set has; counts are then those of both.
  public mutating func merge(_ other: ScheduleCoverage) {
    while level < other.level { thinOut(to: slots.count) }
    for slot in other.slots where slot != 0 {
      insert(key: slot & ~ScheduleCoverage.cameAgain, slot & ScheduleCoverage.cameAgain == 0)
    }
  }

  @discardableResult
  private mutating func insert(key: UInt64, _ isSingle: Bool) -> Bool {
    if key & sampleMask != 0 { return false }
    let slot = slot(of: key)
    if slots[slot] != 0 {
      if slots[slot] == key { keptSingles -= 1 }
      slots[slot] = key | ScheduleCoverage.cameAgain
      return false
    }
    slots[slot] = isSingle ? key : key | ScheduleCoverage.cameAgain
    kept += 1
    if isSingle { keptSingles += 1 }
    if kept * 4 > slots.count * 3 { makeRoom() }
    return true
  }

  private var sampleMask: UInt64 { 1 << level - 1 }

  /// Where a key is, or would.
  private func slot(of key: UInt64) -> Int {
    let mask = slots.count - 1
    var index = Int(truncatingIfNeeded: key >> 20) & mask
    while slots[index] != 0, slots[index] & ~ScheduleCoverage.cameAgain != key { index = (index + 1) & mask }
    return index
  }

  private mutating func makeRoom() {
    if slots.count < ScheduleCoverage.largestSlotCount {
      move(to: slots.count * 2)
    } else {
      thinOut(to: slots.count)
    }
  }

  private mutating func thinOut(to count: Int) {
    level += 1
    move(to: count)
  }

  /// Moves what is still kept to a new table.
  private mutating func move(to count: Int) {
    let old = slots
    slots = Array(repeating: 0, count: count)
    kept = 0
    keptSingles = 0
    for entry in old where entry != 0 && entry & sampleMask == 0 {
      slots[slot(of: entry & ~ScheduleCoverage.cameAgain)] = entry
      kept += 1
      if entry & ScheduleCoverage.cameAgain == 0 { keptSingles += 1 }
    }
  }
}

extension ScheduleCoverage: Codable {
  private enum Key: String, CodingKey { case level, hashes }

  /// Reads what `encode` writes.
  public init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.container(keyedBy: Key.self)
    level = min(try container.decode(UInt64.self, forKey: .level), 62)
    for entry in try container.decode([UInt64].self, forKey: .hashes) {
      insert(key: max(entry & ~ScheduleCoverage.cameAgain, 1), entry & ScheduleCoverage.cameAgain == 0)
    }
  }

  /// Writes the hashes that are kept, in no order that means anything.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(level, forKey: .level)
    try container.encode(slots.filter { $0 != 0 }, forKey: .hashes)
  }
}
