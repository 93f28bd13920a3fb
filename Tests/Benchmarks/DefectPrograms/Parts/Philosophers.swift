// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

/// W2: each philosopher takes two forks and puts them back; without an order of the forks all of them can
/// hang.
package func runPhilosophers(count: Int, ordered: Bool) {
  let forks = (0..<count).map { _ in DispatchSemaphore(value: 1) }
  runTogether(count) { index in
    let left = index
    let right = (index + 1) % count
    let first = ordered ? min(left, right) : left
    let second = ordered ? max(left, right) : right
    forks[first].wait()
    forks[second].wait()
    forks[second].signal()
    forks[first].signal()
  }
}
