// Licensed under the Apache License, Version 2.0; see LICENSE.
import DefectPrograms

/// P2: as W2, with a thread for each philosopher and a mutex for each fork.
func runThreadPhilosophers(count: Int, ordered: Bool) {
  let forks = (0..<count).map { _ in PosixMutex() }
  runThreads(count) { index in
    let left = index
    let right = (index + 1) % count
    let first = ordered ? min(left, right) : left
    let second = ordered ? max(left, right) : right
    forks[first].lock()
    forks[second].lock()
    forks[second].unlock()
    forks[first].unlock()
  }
}
