// Licensed under the Apache License, Version 2.0; see LICENSE.
import Glibc

/// Threads and locks as C programs use them, with closures for functions.
final class PosixThread {
  private let identity: pthread_t

  /// Starts at once.
  init(isDetached: Bool = false, _ body: @escaping () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    if isDetached { pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED)) }
    var identity = pthread_t()
    let box = Unmanaged.passRetained(Box(body))
    let error = pthread_create(
      &identity, &attributes,
      { context in
        Unmanaged<Box>.fromOpaque(context!).takeRetainedValue().body()
        return nil
      }, box.toOpaque())
    precondition(error == 0, "no thread")
    self.identity = identity
  }

  func join() { pthread_join(identity, nil) }

  private final class Box {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }
}

/// A read-write lock at an address of its own.
final class ReadWriteLock {
  let lock: UnsafeMutablePointer<pthread_rwlock_t>

  init() {
    lock = .allocate(capacity: 1)
    pthread_rwlock_init(lock, nil)
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
