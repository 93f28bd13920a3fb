// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation
import Synchronization
import Testing

// Read outside the lock: the race.
nonisolated(unsafe) private var hits = 0

private final class Registry {
  // Made without once: the race.
  nonisolated(unsafe) private static var instance: Registry?
  static var shared: Registry {
    if instance == nil { instance = Registry() }
    return instance!
  }
  static func forget() { instance = nil }
}

private let settings = Counter()

private final class MutexBox: Sendable {
  let isTaken = Mutex(false)
}

/// Races beside locks, lazy globals and atomics.
@Suite struct LockRaceTests {
  @Test func aReadOutsideTheLock() {
    expectRace(naming: "test body") {
      let lock = NSLock()
      let balance = Counter()
      let group = DispatchGroup()
      DispatchQueue.global().async(group: group) {
        lock.lock()
        balance.value += 1
        lock.unlock()
      }
      try require(balance.value >= 0)
      group.wait()
    }
  }

  @Test func twoLocksForOneVariable() {
    expectRace(naming: "both write") {
      let total = Counter()
      let locks = [NSLock(), NSLock()]
      DispatchQueue.concurrentPerform(iterations: 2) { index in
        locks[index].withLock { total.value += 1 }
      }
    }
  }

  @Test func twoMutexesForOneVariable() {
    expectRace(naming: "both write") {
      let total = Counter()
      let (first, second) = (MutexBox(), MutexBox())
      let group = DispatchGroup()
      DispatchQueue.global().async(group: group) { first.isTaken.withLock { _ in total.value += 1 } }
      DispatchQueue.global().async(group: group) { second.isTaken.withLock { _ in total.value += 1 } }
      group.wait()
    }
  }

  @Test func p39ASingletonThatIsMadeWithoutOnce() {
    expectRace(naming: "instance") {
      Registry.forget()
      let group = DispatchGroup()
      for _ in 0..<2 { DispatchQueue.global().async(group: group) { _ = Registry.shared } }
      group.wait()
    }
  }

  /// Each access to a lazy global goes through `swift_once`, which must not put its users in order.
  @Test func aLazyGlobalDoesNotHideTheRaceOnWhatItHolds() {
    expectRace(naming: "both write") {
      let group = DispatchGroup()
      for _ in 0..<2 { DispatchQueue.global().async(group: group) { settings.value += 1 } }
      group.wait()
    }
  }

  @Test func aGlobalVariable() {
    let report = expectRace(naming: "both write hits") {
      let group = DispatchGroup()
      for _ in 0..<2 { DispatchQueue.global().async(group: group) { hits += 1 } }
      group.wait()
    }
    #expect(report.contains("the global variable hits"))
  }

  /// What the library prints goes through one lock, which orders nobody.
  @Test func printingDoesNotHideARace() {
    expectRace(naming: "both write") {
      let total = Counter()
      let group = DispatchGroup()
      for _ in 0..<2 {
        DispatchQueue.global().async(group: group) {
          print("before")
          total.value += 1
          print("after")
        }
      }
      group.wait()
    }
  }

  /// The runtime takes locks of its own when it names types or makes metadata.
  @Test func theRuntimesLocksDoNotHideARace() {
    expectRace(naming: "both write") {
      let total = Counter()
      let group = DispatchGroup()
      for _ in 0..<2 {
        DispatchQueue.global().async(group: group) {
          _ = String(describing: type(of: total))
          total.value += 1
          _ = _typeName(Shared<[Int]>.self)
        }
      }
      group.wait()
    }
  }

  @Test func aRelaxedFlagPublishesNothing() {
    expectRace(naming: "test body") {
      let ready = Atomic(false)
      let message = Shared("")
      withoutActuallyEscaping({ ready.store(true, ordering: .relaxed) }) { raise in
        let group = DispatchGroup()
        DispatchQueue.global().async(group: group) {
          message.value = "done"
          raise()
        }
        while !ready.load(ordering: .relaxed) { usleep(1_000) }
        _ = message.value.count
        group.wait()
      }
    }
  }
}
