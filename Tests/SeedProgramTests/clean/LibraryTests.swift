// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation
import Synchronization
import Testing

/// Programs without a defect whose waiting happens inside Foundation, the runtime or the standard library.
@Suite struct LibraryTests {
  /// The queue waits on conditions of its own, then polls until its operations have left it.
  @Test func waitsForAllOperations() {
    expectClean(schedules: 100) {
      let queue = OperationQueue()
      queue.maxConcurrentOperationCount = 2
      let lock = NSLock()
      let count = Shared(0)
      for _ in 0..<4 { queue.addOperation { lock.withLock { count.value += 1 } } }
      queue.waitUntilAllOperationsAreFinished()
      precondition(count.value == 4)
    }
  }

  @Test func mutexThatIsHeldWhileOthersWant() {
    expectClean {
      let box = Box()
      let queue = DispatchQueue(label: "com.acme.log")
      let group = DispatchGroup()
      for _ in 0..<3 {
        DispatchQueue.global().async(group: group) {
          box.count.withLock { count in
            queue.sync {}
            count += 1
          }
        }
      }
      group.wait()
      precondition(box.count.withLock { $0 } == 3)
    }
  }

  @Test func lockWithADeadline() {
    expectClean {
      let lock = NSLock()
      let group = DispatchGroup()
      lock.lock()
      DispatchQueue.global().async(group: group) { precondition(!lock.lock(before: Date() + 1)) }
      group.wait()
      lock.unlock()
      precondition(lock.lock(before: Date() + 1))
      lock.unlock()
    }
  }

  /// Foundation reads the kernel's randomness from a file.
  @Test func identifiersAreTheSameInEveryRunOfASchedule() {
    expectClean(schedules: 50) {
      let queue = DispatchQueue(label: "com.acme.work")
      for _ in 0..<Int(UUID().uuid.0 % 8) { queue.async {} }
      queue.sync {}
    }
  }
}

private final class Box: Sendable {
  let count = Mutex(0)
}
