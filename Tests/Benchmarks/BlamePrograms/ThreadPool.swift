// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

// A pool of threads on a mutex and a condition variable, with an orderly end.
final class ThreadPool {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let work = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var jobs: [() -> Void] = []
  private var isClosing = false
  private var threads: [pthread_t] = []

  init(threads count: Int) {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(work, nil)
    for _ in 0..<count {
      var thread = pthread_t()
      let pool = Unmanaged.passUnretained(self).toOpaque()
      pthread_create(
        &thread, nil,
        { pool in
          Unmanaged<ThreadPool>.fromOpaque(pool!).takeUnretainedValue().serve()
          return nil
        }, pool)
      threads.append(thread)
    }
  }

  private func serve() {
    while true {
      pthread_mutex_lock(mutex)
      while jobs.isEmpty && !isClosing {
        pthread_cond_wait(work, mutex)
      }
      if jobs.isEmpty {
        pthread_mutex_unlock(mutex)
        return
      }
      let job = jobs.removeFirst()
      pthread_mutex_unlock(mutex)
      job()
    }
  }

  func submit(_ job: @escaping () -> Void) {
    pthread_mutex_lock(mutex)
    jobs.append(job)
    pthread_cond_signal(work)
    pthread_mutex_unlock(mutex)
  }

  func close() {
    pthread_mutex_lock(mutex)
    isClosing = true
    pthread_cond_broadcast(work)
    pthread_mutex_unlock(mutex)
    for thread in threads { pthread_join(thread, nil) }
  }
}

let pool = ThreadPool(threads: 2)
let lock = NSLock()
var sum = 0
for number in 1...4 {
  pool.submit {
    lock.withLock { sum += number }
  }
}
pool.close()
precondition(sum == 10)
