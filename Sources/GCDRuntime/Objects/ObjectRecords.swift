// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDVocabulary

/// What the engine knows of a modelled object next to its state: where it lives and where it was made.
struct ObjectRecord {
  /// The real object, the lock or the predicate; 0 for objects that have no address.
  var address: UInt
  /// Where it was made; where it was first seen for an object from outside the run.
  var site: Site
  /// Stack of its creation in the run's stack arena; only while stacks are recorded.
  var stack: StackReference
  /// How many tasks there were when it was made, or first seen.
  var tasksBefore: UInt32
  /// True for an object that existed before the run touched it.
  var isAdopted: Bool
  /// True once its last external reference was given up.
  var isReleased: Bool
}

/// The records of one run, one growing table per kind of object, indexed as `ObjectID.index`.
struct ObjectRecords {
  private struct Table {
    var base: UnsafeMutablePointer<ObjectRecord>
    var capacity: Int
    var count: Int
  }

  private let tables: UnsafeMutablePointer<Table>
  /// One more than the highest number of a kind: the numbers have gaps. Not static, since each use of such a
  /// constant asks whether it has been made.
  private let kinds: Int

  init() {
    kinds = 1 + ObjectKind.allCases.reduce(0) { max($0, Int($1.rawValue)) }
    tables = .allocate(capacity: kinds)
    for kind in 0..<kinds {
      (tables + kind).initialize(to: Table(base: .allocate(capacity: 16), capacity: 16, count: 0))
    }
  }

  func reset() {
    for kind in 0..<kinds { tables[kind].count = 0 }
  }

  func set(_ object: ObjectID, _ record: ObjectRecord) {
    let table = tables + object.kindNumber
    let index = object.index
    if index >= table.pointee.capacity { ObjectRecords.grow(table, to: index + 1) }
    // Objects that the model made on its own leave gaps; a gap reads as "no address".
    while table.pointee.count < index {
      (table.pointee.base + table.pointee.count).initialize(
        to: ObjectRecord(
          address: 0, site: .none, stack: .none, tasksBefore: 0, isAdopted: false, isReleased: false))
      table.pointee.count &+= 1
    }
    (table.pointee.base + index).initialize(to: record)
    if table.pointee.count == index { table.pointee.count = index &+ 1 }
  }

  /// The record, or nil where the engine never set one.
  func find(_ object: ObjectID) -> UnsafeMutablePointer<ObjectRecord>? {
    let table = tables + object.kindNumber
    let index = object.index
    return index < table.pointee.count ? table.pointee.base + index : nil
  }

  /// How many objects of a kind there are, gaps included.
  func count(_ kind: ObjectKind) -> Int { tables[Int(kind.rawValue)].count }

  /// How many objects of all kinds there are.
  var total: Int {
    // A loop: long runs ask again and again, and `reduce` allocates where nothing is optimised.
    var total = 0
    for kind in 0..<kinds { total &+= tables[kind].count }
    return total
  }

  private static func grow(_ table: UnsafeMutablePointer<Table>, to needed: Int) {
    let capacity = max(needed, table.pointee.capacity * 2)
    let base = UnsafeMutablePointer<ObjectRecord>.allocate(capacity: capacity)
    base.moveInitialize(from: table.pointee.base, count: table.pointee.count)
    table.pointee.base.deallocate()
    table.pointee.base = base
    table.pointee.capacity = capacity
  }
}
#endif
