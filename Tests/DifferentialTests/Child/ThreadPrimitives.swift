// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux)
import Glibc

/// The locks, condition and `sem_t` of one program. Never freed: a thread that hangs still uses them.
final class ThreadPrimitives: @unchecked Sendable {
  private let mutexes = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 2)
  private let readWriteLock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() {
    for index in 0..<2 { pthread_mutex_init(mutexes + index, nil) }
    pthread_rwlock_init(readWriteLock, nil)
    pthread_cond_init(condition, nil)
    sem_init(semaphore, 0, 1)
  }

  /// The acts from `lock` on, by their numbers.
  func perform(_ kind: Int, _ object: Int, _ flag: Bool) {
    switch kind {
    case 12: pthread_mutex_lock(mutexes + object)
    case 13: pthread_mutex_unlock(mutexes + object)
    case 14: pthread_rwlock_rdlock(readWriteLock)
    case 15: pthread_rwlock_wrlock(readWriteLock)
    case 16: pthread_rwlock_unlock(readWriteLock)
    case 17: pthread_cond_wait(condition, mutexes)
    case 18: _ = flag ? pthread_cond_broadcast(condition) : pthread_cond_signal(condition)
    case 19: sem_wait(semaphore)
    default: sem_post(semaphore)
    }
  }
}
#endif
