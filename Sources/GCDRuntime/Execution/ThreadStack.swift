// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDThread
import CGCDUnwind

/// The calls that a thread is in.
enum ThreadStack {
  /// Return addresses, innermost first, of at most `depth` frames.
  ///
  /// - Parameter isInterrupted: A signal has stopped the thread between two instructions, not a call.
  static func addresses(of registers: gcdc_registers, depth: Int, isInterrupted: Bool = false) -> [UInt] {
    [UInt](unsafeUninitializedCapacity: depth) { buffer, count in
      let found = withUnsafeBytes(of: registers.callee_saved) { bytes in
        let saved = bytes.bindMemory(to: UInt64.self).baseAddress!
        return isInterrupted
          ? gcdc_unwind_interrupted(
            registers.pc, registers.sp, registers.bp, registers.lr, saved, buffer.baseAddress!, Int32(depth))
          : gcdc_unwind_parked(
            registers.pc, registers.sp, registers.bp, saved, buffer.baseAddress!, Int32(depth))
      }
      count = max(0, Int(found))
    }
  }

  /// The same of a virtual thread, which may be the one that runs; empty where it has not begun.
  static func addresses(of thread: VirtualThread?, depth: Int) -> [UInt] {
    var registers = gcdc_registers()
    if isRunning(thread) { return addressesHere(depth: depth) }
    guard let thread, gcdc_thread_registers(thread, &registers) else { return [] }
    return addresses(of: registers, depth: depth)
  }

  private static func addressesHere(depth: Int) -> [UInt] {
    [UInt](unsafeUninitializedCapacity: depth) { buffer, count in
      count = max(0, Int(gcdc_unwind_here(buffer.baseAddress!, Int32(depth))))
    }
  }

  /// Whether this is called on the stack of that thread, whose saved registers are of the past then.
  private static func isRunning(_ thread: VirtualThread?) -> Bool {
    var (here, isInGuard) = (UInt8(0), false)
    let running = withUnsafePointer(to: &here) { gcdc_thread_containing(UInt(bitPattern: $0), &isInGuard) }
    return running != nil && running == thread
  }
}
#endif
