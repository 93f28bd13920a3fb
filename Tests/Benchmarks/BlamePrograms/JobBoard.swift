// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

// A board whose lock has states: empty and posted.
enum Board {
  static let empty = 0
  static let posted = 1
}

let lock = NSConditionLock(condition: Board.empty)
var job = 0
var done: [Int] = []

func take(_ state: Int) {
  let limit = Date(timeIntervalSinceNow: 60)
  guard lock.lock(whenCondition: state, before: limit) else { exit(2) }
}

let worker = Thread {
  for _ in 0..<3 {
    take(Board.posted)
    done.append(job)
    lock.unlock(withCondition: Board.empty)
  }
}
worker.name = "worker"
worker.start()

for number in 1...3 {
  take(Board.empty)
  job = number
  lock.unlock(withCondition: Board.posted)
}
take(Board.empty)
precondition(done == [1, 2, 3])
lock.unlock()
