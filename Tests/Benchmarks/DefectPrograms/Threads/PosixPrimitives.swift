// Licensed under the Apache License, Version 2.0; see LICENSE.
#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// `count` threads at the same time, and a join of each.
package func runThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let program = ThreadProgram(body)
  var threads: [pthread_t?] = []
  for index in 0..<count { threads.append(program.start(index)) }
  for thread in threads { pthread_join(thread!, nil) }
}

/// What each thread runs: one object for all of them, which outlives them.
private final class ThreadProgram: Sendable {
  private let body: @Sendable (Int) -> Void

  package init(_ body: @escaping @Sendable (Int) -> Void) { self.body = body }

  package func start(_ index: Int) -> pthread_t? {
    let argument = Unmanaged.passRetained(ThreadArgument(self, index)).toOpaque()
    #if canImport(Glibc)
    var thread = pthread_t()
    let error = pthread_create(&thread, nil, { runThread($0!) }, argument)
    #else
    var thread: pthread_t?
    let error = pthread_create(&thread, nil, { runThread($0) }, argument)
    #endif
    precondition(error == 0, "the system gave no thread")
    return thread
  }

  package func run(_ index: Int) { body(index) }
}

private final class ThreadArgument: Sendable {
  private let program: ThreadProgram
  private let index: Int

  package init(_ program: ThreadProgram, _ index: Int) {
    self.program = program
    self.index = index
  }

  package func run() { program.run(index) }
}

private func runThread(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  Unmanaged<ThreadArgument>.fromOpaque(argument).takeRetainedValue().run()
  return nil
}

/// A `pthread_mutex_t` of the default kind.
package final class PosixMutex: @unchecked Sendable {
  // The C library needs one address for its whole life; what it holds is changed by the C library only.
  fileprivate let mutex: UnsafeMutablePointer<pthread_mutex_t>

  package init() {
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  package func lock() { pthread_mutex_lock(mutex) }
  package func unlock() { pthread_mutex_unlock(mutex) }
}

/// An array of `pthread_mutex_t` of the default kind, as a C program has it.
package final class PosixMutexes: @unchecked Sendable {
  // As for the mutex.
  private let first: UnsafeMutablePointer<pthread_mutex_t>
  private let count: Int

  package init(count: Int) {
    self.count = count
    first = .allocate(capacity: count)
    for index in 0..<count { pthread_mutex_init(first + index, nil) }
  }

  deinit {
    for index in 0..<count { pthread_mutex_destroy(first + index) }
    first.deallocate()
  }

  package func lock(_ index: Int) { pthread_mutex_lock(first + index) }
  package func unlock(_ index: Int) { pthread_mutex_unlock(first + index) }
}

/// A `pthread_cond_t`.
package final class PosixCondition: @unchecked Sendable {
  // As for the mutex.
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  package init() {
    condition = .allocate(capacity: 1)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    condition.deallocate()
  }

  /// Only while the mutex is held.
  package func wait(_ mutex: PosixMutex) { pthread_cond_wait(condition, mutex.mutex) }
  package func signal() { pthread_cond_signal(condition) }
}

/// A `pthread_rwlock_t` of the default kind.
package final class PosixReadWriteLock: @unchecked Sendable {
  // As for the mutex.
  private let lock: UnsafeMutablePointer<pthread_rwlock_t>

  package init() {
    lock = .allocate(capacity: 1)
    pthread_rwlock_init(lock, nil)
  }

  deinit {
    pthread_rwlock_destroy(lock)
    lock.deallocate()
  }

  package func lockToRead() { pthread_rwlock_rdlock(lock) }
  package func lockToWrite() { pthread_rwlock_wrlock(lock) }
  package func unlock() { pthread_rwlock_unlock(lock) }
}
