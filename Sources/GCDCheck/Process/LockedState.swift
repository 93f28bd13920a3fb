// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import Glibc
import Synchronization

/// State that threads of one process share.
///
/// By a plain lock of the C library: a `Mutex` asks the kernel to compare the thread that gives it back with
/// the one that has it, and on a virtual thread the kernel sees the carrier. ThreadSanitizer does not look at
/// what is done out of control, so `handedOver` states the order once more, in code that is built with it.
struct LockedState<Value>: ~Copyable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let state: UnsafeMutablePointer<Value>
  private let handedOver = Atomic(false)

  init(_ value: sending Value) {
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    state = .allocate(capacity: 1)
    state.initialize(to: value)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// The result of `body`, which alone has the state meanwhile.
  borrowing func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    // It is no lock of the program's.
    let isControlled = gcdc_control(false)
    defer { _ = gcdc_control(isControlled) }
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    _ = handedOver.load(ordering: .acquiring)
    defer { handedOver.store(true, ordering: .releasing) }
    return try body(&state.pointee)
  }
}

// The pointers never change, and what they point to is used with the lock alone.
extension LockedState: @unchecked Sendable {}
#endif
