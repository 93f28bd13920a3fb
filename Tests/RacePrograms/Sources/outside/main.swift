// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation
import GCDCheck

// Code that no run controls is watched as without gcdcheck: its locks and queues put it in order, and its
// races are reported by the sanitizer itself. With an argument the program has a race.

final class Counter {
  // Guarded by the lock or the queue of those who use it, or, on purpose, by nothing.
  nonisolated(unsafe) var value = 0
}

func count(_ add: @escaping @Sendable () -> Void) {
  let group = DispatchGroup()
  for _ in 0..<50 { DispatchQueue.global().async(group: group) { add() } }
  group.wait()
}

/// Run under control in between: that must leave no trace.
func explore() {
  let exploration = exploreSchedules(schedules: 20) {
    let queue = DispatchQueue(label: "com.acme.inside")
    queue.async {}
    queue.sync {}
  }
  precondition(exploration.findings.isEmpty)
}

// Used under `lock` only.
nonisolated(unsafe) let locked = Counter()
// Used on `queue` only.
nonisolated(unsafe) let queued = Counter()
let lock = NSLock()
let queue = DispatchQueue(label: "com.acme.outside")

for _ in 0..<2 {
  count { lock.withLock { locked.value += 1 } }
  count { queue.sync { queued.value += 1 } }
  explore()
}
print("in order: \(locked.value + queued.value)")

if CommandLine.arguments.count > 1 {
  // Nothing guards it: that is the race.
  nonisolated(unsafe) let racing = Counter()
  let threads = (0..<2).map { _ in
    Thread {
      racing.value += 1
      Thread.sleep(forTimeInterval: 0.1)
    }
  }
  for thread in threads { thread.start() }
  Thread.sleep(forTimeInterval: 0.5)
}
