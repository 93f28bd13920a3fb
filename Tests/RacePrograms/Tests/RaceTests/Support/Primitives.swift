// Licensed under the Apache License, Version 2.0; see LICENSE.
import Glibc

/// A read-write lock of the C library, at an address of its own.
final class ReadWriteLock {
  private let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)

  init() { pthread_rwlock_init(lock, nil) }

  deinit {
    pthread_rwlock_destroy(lock)
    lock.deallocate()
  }

  func read(_ body: () -> Void) {
    pthread_rwlock_rdlock(lock)
    body()
    pthread_rwlock_unlock(lock)
  }

  func write(_ body: () -> Void) {
    pthread_rwlock_wrlock(lock)
    body()
    pthread_rwlock_unlock(lock)
  }
}

/// A barrier of the C library.
final class Barrier {
  private let barrier = UnsafeMutablePointer<pthread_barrier_t>.allocate(capacity: 1)

  init(_ count: UInt32) { pthread_barrier_init(barrier, nil, count) }

  deinit {
    pthread_barrier_destroy(barrier)
    barrier.deallocate()
  }

  func wait() { pthread_barrier_wait(barrier) }
}

/// A `sem_t`.
final class PosixSemaphore {
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init(_ value: UInt32) { sem_init(semaphore, 0, value) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  func wait() { sem_wait(semaphore) }
  func post() { sem_post(semaphore) }
}
