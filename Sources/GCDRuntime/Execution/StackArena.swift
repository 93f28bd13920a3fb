// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDUnwind

/// A recorded stack: where it begins in the arena and how many return addresses it has.
struct StackReference {
  var start: UInt32
  var count: UInt32

  static var none: StackReference { StackReference(start: 0, count: 0) }
}

/// Raw return addresses of one run, filled only in the run that confirms a finding.
///
/// Plain memory, since each step of such a run adds to it: the elements of an array are made one by one in a
/// debug build.
struct StackArena {
  /// Never freed: it is the engine's, which lives as long as its process.
  private var addresses = UnsafeMutablePointer<UInt>.allocate(capacity: 0)
  /// Of the elements, those that are initialised, and all.
  private var count = 0
  private var capacity = 0
  private static let depth = 64

  /// Makes room for the first stack.
  mutating func prepare() { makeRoom(StackArena.depth) }

  mutating func reset() { count = 0 }

  private mutating func makeRoom(_ more: Int) {
    if capacity - count >= more { return }
    capacity = max(2 * capacity, count + more, 1_024)
    let grown = UnsafeMutablePointer<UInt>.allocate(capacity: capacity)
    grown.moveInitialize(from: addresses, count: count)
    addresses.deallocate()
    addresses = grown
  }

  /// The stack of the caller, innermost frame first.
  mutating func captureHere() -> StackReference {
    makeRoom(StackArena.depth)
    let length = max(0, Int(gcdc_unwind_here(addresses + count, Int32(StackArena.depth))))
    defer { count += length }
    return StackReference(start: UInt32(count), count: UInt32(length))
  }

  /// The stack of an async function that calls by a jump and so has no frame: where it continues, and the
  /// functions that await it.
  ///
  /// - Parameter site: `.none` where the innermost of them is a library's, which its caller tells.
  /// - Parameter callee: What the runtime keeps of it.
  mutating func capture(_ site: Site, of callee: UnsafeRawPointer) -> StackReference {
    makeRoom(Int(GCDC_SUSPENDED_DEPTH) + 1)
    let start = count
    if let innermost = site.address {
      addresses[count] = innermost
      count += 1
    }
    count += Int(gcdc_async_callers(callee, addresses + count))
    return StackReference(start: UInt32(start), count: UInt32(count - start))
  }

  subscript(reference: StackReference) -> [UInt] {
    let start = Int(reference.start)
    guard start + Int(reference.count) <= count else { return [] }
    return Array(UnsafeBufferPointer(start: addresses + start, count: Int(reference.count)))
  }
}
#endif
