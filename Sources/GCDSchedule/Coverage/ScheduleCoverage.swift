// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// How many different schedules ran: a set of 64-bit hashes in bounded memory.
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

  /// Open addressing with linear probing; 0 = free. Always a power of two, at most three quarters full.
  private var slots: [UInt64]
  /// Hashes in `slots`.
  private var kept = 0
  /// Only hashes whose lowest `level` bits are 0 are kept.
  private var level: UInt64 = 0

  /// An empty set.
  public init() { slots = Array(repeating: 0, count: 1 << 10) }

  /// Whether `distinct` is a count and not an estimate.
  public var isExact: Bool { level == 0 }

  /// How many different hashes were inserted.
  public var distinct: Int { kept << Int(level) }

  /// Inserts the hash of a schedule; true if it is kept and was not there before.
  @discardableResult
  public mutating func insert(_ hash: UInt64) -> Bool {
    // Mixed once more, so that probing and sampling do not depend on how good the hash is; 0 is free.
    let key = max(mix(hash), 1)
    if key & sampleMask != 0 { return false }
    if !place(key) { return false }
    kept += 1
    if kept * 4 > slots.count * 3 { makeRoom() }
    return true
  }

  private var sampleMask: UInt64 { 1 << level - 1 }

  /// Puts `key` into its slot; false if it is there already.
  private mutating func place(_ key: UInt64) -> Bool {
    let mask = slots.count - 1
    var index = Int(truncatingIfNeeded: key >> 20) & mask
    while slots[index] != 0 {
      if slots[index] == key { return false }
      index = (index + 1) & mask
    }
    slots[index] = key
    return true
  }

  private mutating func makeRoom() {
    let old = slots
    if slots.count < ScheduleCoverage.largestSlotCount {
      slots = Array(repeating: 0, count: slots.count * 2)
    } else {
      level += 1
      slots = Array(repeating: 0, count: slots.count)
    }
    kept = 0
    for key in old where key != 0 && key & sampleMask == 0 {
      if place(key) { kept += 1 }
    }
  }
}
