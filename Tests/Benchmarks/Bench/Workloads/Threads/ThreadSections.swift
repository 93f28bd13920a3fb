// Licensed under the Apache License, Version 2.0; see LICENSE.
import DefectPrograms

/// P4: as W4, with threads and a read-write lock, which is taken to write.
func runThreadSections(threads: Int, sections: Int) {
  let counter = Counter()
  runThreads(threads) { _ in
    for _ in 0..<sections { counter.increment() }
  }
  precondition(counter.value == threads * sections, "an increment was lost")
}

// `count` changes only while `lock` is held to write.
private final class Counter: @unchecked Sendable {
  private let lock = PosixReadWriteLock()
  private var count = 0

  func increment() {
    lock.lockToWrite()
    count += 1
    lock.unlock()
  }

  var value: Int {
    lock.lockToRead()
    defer { lock.unlock() }
    return count
  }
}
