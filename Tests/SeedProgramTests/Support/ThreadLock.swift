// Licensed under the Apache License, Version 2.0; see LICENSE.
import Glibc

/// A mutex as a C program has it.
// The pointer never changes, and what it points to is there for all threads.
final class ThreadLock: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  init() {
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit { mutex.deallocate() }

  func lock() { pthread_mutex_lock(mutex) }

  func tryLock() -> Bool { pthread_mutex_trylock(mutex) == 0 }

  func section(_ body: () -> Void) {
    lock()
    body()
    unlock()
  }

  func unlock() { pthread_mutex_unlock(mutex) }
}
