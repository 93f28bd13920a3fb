// Licensed under the Apache License, Version 2.0; see LICENSE.
import Testing

@testable import GCDRuntime

/// Functions that only lock for their callers, by their names.
@Suite struct LeftLocksTests {
  @Test(arguments: [
    "UnfairLock.lock()", "lock(_:)", "RWLock.lock_for_reading()", "Mutex.acquire()", "_lock()",
  ])
  func locks(_ function: String) {
    #expect(LeftLocks.isNameOfLocking(function))
  }

  @Test(
    arguments: [
      "Queue.take()", "lockAndStore()", "Door.unlock()", "closure #1 in Guard.lock()", "blocks()", "",
    ])
  func doesMore(_ function: String) {
    #expect(!LeftLocks.isNameOfLocking(function))
  }
}
