// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

// A barrier for several rounds, on a mutex and a condition variable.
final class PhaseBarrier {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let turn = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let parties: Int
  private var waiting = 0
  private var generation = 0

  init(parties: Int) {
    self.parties = parties
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(turn, nil)
  }

  func arrive() {
    pthread_mutex_lock(mutex)
    let mine = generation
    waiting += 1
    if waiting == parties {
      waiting = 0
      generation += 1
      pthread_cond_broadcast(turn)
    } else {
      while generation == mine {
        pthread_cond_wait(turn, mutex)
      }
    }
    pthread_mutex_unlock(mutex)
  }
}

let barrier = PhaseBarrier(parties: 3)
let lock = NSLock()
var done = [0, 0]
let all = DispatchGroup()
for party in 0..<3 {
  DispatchQueue.global().async(group: all) {
    for phase in 0..<2 {
      lock.withLock { done[phase] += 1 }
      barrier.arrive()
      precondition(lock.withLock { done[phase] } == 3, "party \(party)")
    }
  }
}
all.wait()
