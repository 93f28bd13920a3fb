// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

// Services by name, behind a read-write lock.
final class Registry {
  private let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
  private var services: [String: Int] = [:]
  private var revision = 0

  init() {
    pthread_rwlock_init(lock, nil)
  }

  func register(_ name: String, port: Int) {
    pthread_rwlock_wrlock(lock)
    services[name] = port
    revision += 1
    pthread_rwlock_unlock(lock)
  }

  func port(of name: String) -> Int? {
    pthread_rwlock_rdlock(lock)
    defer { pthread_rwlock_unlock(lock) }
    return services[name]
  }

  func state() -> (count: Int, revision: Int) {
    pthread_rwlock_rdlock(lock)
    let state = (services.count, revision)
    pthread_rwlock_unlock(lock)
    return state
  }
}

let registry = Registry()
let threads = (0..<3).map { index in
  Thread {
    registry.register("service \(index)", port: 8000 + index)
    finished.signal()
  }
}
let finished = DispatchSemaphore(value: 0)
for thread in threads { thread.start() }
for _ in threads {
  finished.wait()
}
precondition(registry.port(of: "service 1") == 8001)
registry.register("late", port: 9000)
let state = registry.state()
precondition(state.count == 4 && state.revision == 4)
