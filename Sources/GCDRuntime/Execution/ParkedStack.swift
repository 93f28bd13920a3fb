// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDThread
import CGCDUnwind

/// The calls that a thread is in which does not run now.
enum ParkedStack {
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

  /// The same of a virtual thread that does not run; empty where it has not begun.
  static func addresses(of thread: VirtualThread?, depth: Int) -> [UInt] {
    var registers = gcdc_registers()
    guard let thread, gcdc_thread_registers(thread, &registers) else { return [] }
    return addresses(of: registers, depth: depth)
  }

  /// Whether the caller is on the stack of a virtual thread.
  static func isRunning(_ thread: VirtualThread?) -> Bool {
    var (here, isInGuard) = (UInt8(0), false)
    let running = withUnsafePointer(to: &here) { gcdc_thread_containing(UInt(bitPattern: $0), &isInGuard) }
    return running != nil && running == thread
  }
}
#endif
