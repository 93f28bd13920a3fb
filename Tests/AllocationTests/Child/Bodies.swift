// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux)
import Dispatch
import Glibc

/// What is run as each schedule. Its memory is its own from the start: `run` asks for none.
protocol Body: AnyObject {
  func run()
}

/// What the threads of one schedule share.
private struct Locks {
  var readWrite = pthread_rwlock_t()
  var mutex = pthread_mutex_t()
}

/// Threads that take a lock of which they may wait for several owners, and one with a single owner.
final class LockBody: Body {
  private let locks = UnsafeMutablePointer<Locks>.allocate(capacity: 1)
  private let threads = UnsafeMutablePointer<pthread_t>.allocate(capacity: 3)

  init() { locks.initialize(to: Locks()) }

  func run() {
    pthread_rwlock_init(&locks.pointee.readWrite, nil)
    pthread_mutex_init(&locks.pointee.mutex, nil)
    for index in 0..<3 {
      pthread_create(
        threads + index, nil,
        { context in
          let locks = context!.assumingMemoryBound(to: Locks.self)
          pthread_rwlock_rdlock(&locks.pointee.readWrite)
          pthread_rwlock_unlock(&locks.pointee.readWrite)
          pthread_rwlock_wrlock(&locks.pointee.readWrite)
          pthread_mutex_lock(&locks.pointee.mutex)
          pthread_mutex_unlock(&locks.pointee.mutex)
          pthread_rwlock_unlock(&locks.pointee.readWrite)
          return nil
        }, locks)
    }
    for index in 0..<3 { pthread_join(threads[index], nil) }
    pthread_mutex_destroy(&locks.pointee.mutex)
    pthread_rwlock_destroy(&locks.pointee.readWrite)
  }
}

/// Two blocks on a global queue, which wake each other in turn.
final class BlockBody: Body, @unchecked Sendable {
  private let queue = DispatchQueue.global()
  private let ping = DispatchSemaphore(value: 0)
  private let pong = DispatchSemaphore(value: 0)
  private let done = DispatchSemaphore(value: 0)
  /// Made once: a closure that is submitted is copied to the heap, a block that is there already is not.
  private var first: @Sendable @convention(block) () -> Void = {}
  private var second: @Sendable @convention(block) () -> Void = {}

  init() {
    first = { [self] in
      for _ in 0..<3 {
        ping.signal()
        pong.wait()
      }
      done.signal()
    }
    second = { [self] in
      for _ in 0..<3 {
        ping.wait()
        pong.signal()
      }
      done.signal()
    }
  }

  func run() {
    queue.async(execute: first)
    queue.async(execute: second)
    done.wait()
    done.wait()
  }
}

/// Asks for memory once in each schedule, to show that it is counted.
final class AskingBody: Body {
  private let locks = LockBody()
  private var memory: UnsafeMutableRawPointer?

  func run() {
    free(memory)
    memory = malloc(16)
    locks.run()
  }
}
#endif
