// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// The death of the process that started this one.
enum ParentMonitor {
  /// Asks the kernel for a signal when it comes; the caller that asks looks afterwards whether it has come
  /// already.
  static func ask(for signal: Int32) {
    // prctl is variadic in C and therefore not imported; its arguments are integers, which travel in the same
    // registers either way on x86-64 and aarch64.
    typealias ProcessControl = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
    guard let symbol = dlsym(nil, "prctl") else { return }
    let setParentDeathSignal: Int32 = 1
    _ = unsafeBitCast(symbol, to: ProcessControl.self)(setParentDeathSignal, UInt(signal), 0, 0, 0)
  }
}
