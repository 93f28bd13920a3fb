// Licensed under the Apache License, Version 2.0; see LICENSE.
import DefectPrograms
import Dispatch

/// W4: threads that take one lock a few times each.
func runLockSections(threads: Int, sections: Int) {
  let counter = Counter()
  runTogether(threads) { _ in
    for _ in 0..<sections { counter.increment() }
  }
  precondition(counter.value == threads * sections, "an increment was lost")
}

// `value` changes only under `lock`.
private final class Counter: @unchecked Sendable {
  private let lock = DispatchSemaphore(value: 1)
  private(set) var value = 0

  func increment() {
    lock.wait()
    value += 1
    lock.signal()
  }
}
