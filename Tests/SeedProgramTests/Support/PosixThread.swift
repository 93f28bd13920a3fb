// Licensed under the Apache License, Version 2.0; see LICENSE.
import Glibc

/// A thread as C programs make it, with a closure for its function.
final class PosixThread {
  let identity: pthread_t

  /// Starts at once.
  init(isDetached: Bool = false, _ body: @escaping () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    if isDetached { pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED)) }
    var identity = pthread_t()
    let error = pthread_create(
      &identity, &attributes,
      { context in
        Unmanaged<Function>.fromOpaque(context!).takeRetainedValue().body()
        return nil
      }, Unmanaged.passRetained(Function(body)).toOpaque())
    precondition(error == 0, "no thread")
    self.identity = identity
  }

  func join() { pthread_join(identity, nil) }

  func cancel() { pthread_cancel(identity) }

  private final class Function {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }
}

/// A read-write lock at an address of its own.
final class ReadWriteLock {
  private let lock: UnsafeMutablePointer<pthread_rwlock_t>

  init(prefersWriters: Bool = false) {
    lock = .allocate(capacity: 1)
    var attributes = pthread_rwlockattr_t()
    pthread_rwlockattr_init(&attributes)
    // PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP
    if prefersWriters { pthread_rwlockattr_setkind_np(&attributes, 2) }
    pthread_rwlock_init(lock, &attributes)
  }

  deinit {
    pthread_rwlock_destroy(lock)
    lock.deallocate()
  }

  func reading<Result>(_ body: () -> Result) -> Result {
    pthread_rwlock_rdlock(lock)
    defer { pthread_rwlock_unlock(lock) }
    return body()
  }

  func writing<Result>(_ body: () -> Result) -> Result {
    pthread_rwlock_wrlock(lock)
    defer { pthread_rwlock_unlock(lock) }
    return body()
  }
}

final class SpinLock {
  private let lock: UnsafeMutablePointer<pthread_spinlock_t>

  init() {
    lock = .allocate(capacity: 1)
    pthread_spin_init(lock, 0)
  }

  deinit {
    pthread_spin_destroy(lock)
    lock.deallocate()
  }

  func holding<Result>(_ body: () -> Result) -> Result {
    pthread_spin_lock(lock)
    defer { pthread_spin_unlock(lock) }
    return body()
  }
}

final class PosixSemaphore {
  private let semaphore: UnsafeMutablePointer<sem_t>

  init(_ value: UInt32) {
    semaphore = .allocate(capacity: 1)
    sem_init(semaphore, 0, value)
  }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  func wait() { sem_wait(semaphore) }
  func post() { sem_post(semaphore) }
}

final class PosixBarrier {
  private let barrier: UnsafeMutablePointer<pthread_barrier_t>

  init(_ count: UInt32) {
    barrier = .allocate(capacity: 1)
    pthread_barrier_init(barrier, nil, count)
  }

  deinit {
    pthread_barrier_destroy(barrier)
    barrier.deallocate()
  }

  /// True for one of each round.
  @discardableResult
  func wait() -> Bool { pthread_barrier_wait(barrier) == PTHREAD_BARRIER_SERIAL_THREAD }
}
