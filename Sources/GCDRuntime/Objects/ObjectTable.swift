// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDVocabulary

/// Which modelled object an address represents in this run: open addressing with linear probing.
///
/// Entries carry the number of the run that wrote them, so that a new run starts empty at no cost.
struct ObjectTable {
  private struct Slot {
    var address: UInt
    var run: UInt32
    var object: ObjectID
  }

  // invariant: capacity is a power of two and at most half of the slots carry the current run.
  private var slots: UnsafeMutablePointer<Slot>
  private var mask: Int
  private var run: UInt32 = 1
  private var count = 0

  init() {
    let capacity = 1 << 8
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: Slot(address: 0, run: 0, object: .none), count: capacity)
    mask = capacity - 1
  }

  mutating func reset() {
    run &+= 1
    count = 0
    if run == 0 {  // wrapped: old entries would come back to life
      slots.update(repeating: Slot(address: 0, run: 0, object: .none), count: mask + 1)
      run = 1
    }
  }

  private static func home(_ address: UInt) -> Int {
    Int(truncatingIfNeeded: (address &* 0x9e37_79b9_7f4a_7c15) >> 32)
  }

  /// The object at `address`, or `.none`.
  func find(_ address: UInt) -> ObjectID {
    var index = ObjectTable.home(address) & mask
    while slots[index].run == run {
      if slots[index].address == address { return slots[index].object }
      index = (index &+ 1) & mask
    }
    return .none
  }

  /// Makes `address` represent `object`, whatever it represented before.
  mutating func insert(_ address: UInt, _ object: ObjectID) {
    if count &* 2 > mask { grow() }
    var index = ObjectTable.home(address) & mask
    while slots[index].run == run {
      if slots[index].address == address {
        slots[index].object = object
        return
      }
      index = (index &+ 1) & mask
    }
    slots[index] = Slot(address: address, run: run, object: object)
    count &+= 1
  }

  private mutating func grow() {
    let old = slots
    let oldCapacity = mask + 1
    let capacity = oldCapacity * 2
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: Slot(address: 0, run: 0, object: .none), count: capacity)
    mask = capacity - 1
    count = 0
    for index in 0..<oldCapacity where old[index].run == run {
      insert(old[index].address, old[index].object)
    }
    old.deallocate()
  }
}
#endif
