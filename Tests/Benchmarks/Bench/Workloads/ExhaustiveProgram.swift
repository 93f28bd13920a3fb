// Licensed under the Apache License, Version 2.0; see LICENSE.
import DefectPrograms
import Dispatch

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Programs so small that all orders of their operations can be tried.
enum ExhaustiveProgram: String, CaseIterable {
  case mutexSections = "3 threads x 2 sections of a mutex"
  case queueSections = "3 threads x 2 syncs onto a queue"
  case lockSections = "3 blocks x 2 sections of a semaphore, in a group"
  case blocks = "3 blocks of a serial queue, and a sync"

  func run() {
    switch self {
    case .mutexSections: runMutexSections([2, 2, 2])
    case .queueSections:
      let queue = DispatchQueue(label: "sections")
      runThreads(3) { _ in
        for _ in 0..<2 { queue.sync {} }
      }
    case .lockSections: runLockSections(threads: 3, sections: 2)
    case .blocks:
      let queue = DispatchQueue(label: "blocks")
      for _ in 0..<3 { queue.async {} }
      queue.sync {}
    }
  }
}

/// Threads with so many sections of one mutex each.
func runMutexSections(_ sections: [Int]) {
  let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  pthread_mutex_init(mutex, nil)
  let lock = Shared(mutex)
  runThreads(sections.count) { thread in
    for _ in 0..<sections[thread] {
      pthread_mutex_lock(lock.pointer)
      pthread_mutex_unlock(lock.pointer)
    }
  }
  pthread_mutex_destroy(mutex)
  mutex.deallocate()
}

/// A mutex that threads share is made for it.
private struct Shared: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<pthread_mutex_t>

  init(_ pointer: UnsafeMutablePointer<pthread_mutex_t>) { self.pointer = pointer }
}
