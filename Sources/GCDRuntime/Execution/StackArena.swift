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
struct StackArena {
  private var addresses: [UInt] = []
  private static let depth = 64

  /// Makes room for the first stack.
  mutating func prepare() {
    addresses.append(contentsOf: repeatElement(0, count: StackArena.depth))
    addresses.removeLast(StackArena.depth)
  }

  mutating func reset() { addresses.removeAll(keepingCapacity: true) }

  /// The stack of the caller, innermost frame first.
  mutating func captureHere() -> StackReference {
    let start = addresses.count
    addresses.append(contentsOf: repeatElement(0, count: StackArena.depth))
    let count = addresses.withUnsafeMutableBufferPointer { buffer in
      Int(gcdc_unwind_here(buffer.baseAddress! + start, Int32(StackArena.depth)))
    }
    addresses.removeLast(StackArena.depth - max(0, count))
    return StackReference(start: UInt32(start), count: UInt32(max(0, count)))
  }

  /// The stack of an async function that calls by a jump and so has no frame: where it continues, and the
  /// functions that await it.
  ///
  /// - Parameter site: `.none` where the innermost of them is a library's, which its caller tells.
  /// - Parameter callee: What the runtime keeps of it.
  mutating func capture(_ site: Site, of callee: UnsafeRawPointer) -> StackReference {
    let start = addresses.count
    if let innermost = site.address { addresses.append(innermost) }
    let first = addresses.count
    addresses.append(contentsOf: repeatElement(0, count: Int(GCDC_SUSPENDED_DEPTH)))
    let count = addresses.withUnsafeMutableBufferPointer { buffer in
      gcdc_async_callers(callee, buffer.baseAddress! + first)
    }
    addresses.removeLast(Int(GCDC_SUSPENDED_DEPTH) - count)
    return StackReference(start: UInt32(start), count: UInt32(addresses.count - start))
  }

  subscript(reference: StackReference) -> [UInt] {
    let start = Int(reference.start)
    guard start + Int(reference.count) <= addresses.count else { return [] }
    return Array(addresses[start..<start + Int(reference.count)])
  }
}
#endif
