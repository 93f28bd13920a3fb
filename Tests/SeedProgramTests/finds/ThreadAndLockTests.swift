// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import GCDCheck
import Testing

/// Threads of the program's own, with locks and queues.
@Suite struct ThreadAndLockTests {
  @Test func readWriteLockAndQueueCycle() {
    expectFinding("GCD102", naming: "read-write lock", "com.acme.store", "thread 1") {
      let lock = ReadWriteLock()
      let queue = DispatchQueue(label: "com.acme.store")
      let first = PosixThread { lock.writing { queue.sync {} } }
      let second = PosixThread { queue.sync { lock.reading {} } }
      first.join()
      second.join()
    }
  }
}
