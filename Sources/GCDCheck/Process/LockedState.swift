// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import Synchronization

/// State that threads of one process share.
///
/// Where a `Mutex` has to wait it calls code of the toolchain that no sanitizer was built into, so
/// ThreadSanitizer misses that the waiting thread comes after the one before it, and reports a race of
/// correct code. `handedOver` states that order once more, in code that is built with the sanitizer.
struct LockedState<Value>: ~Copyable {
  private let mutex: Mutex<Value>
  private let handedOver = Atomic(false)

  init(_ value: sending Value) { mutex = Mutex(value) }

  /// The result of `body`, which alone has the state meanwhile.
  borrowing func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    // It is no lock of the program's.
    let isControlled = gcdc_control(false)
    defer { _ = gcdc_control(isControlled) }
    return try mutex.withLock { value throws(Failure) -> sending Result in
      _ = handedOver.load(ordering: .acquiring)
      defer { handedOver.store(true, ordering: .releasing) }
      return try body(&value)
    }
  }
}

extension LockedState: Sendable {}
#endif
