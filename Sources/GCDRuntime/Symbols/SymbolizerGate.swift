// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Glibc

/// A lock that a crash handler may try: it gives up after a while instead of waiting for a thread that
/// never returns.
final class SymbolizerGate: @unchecked Sendable {
  // A C object at a fixed address, as pthread wants it; never destroyed while a task holds it.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  init() {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// False when another holder, or this very thread, did not leave in time.
  func enter(milliseconds: Int) -> Bool {
    for attempt in 0...milliseconds {
      if pthread_mutex_trylock(mutex) == 0 { return true }
      if attempt < milliseconds { usleep(1_000) }
    }
    return false
  }

  func leave() {
    pthread_mutex_unlock(mutex)
  }
}
#endif
