// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

// Three at a table; everybody takes the fork with the lower number first.
let forks = (0..<3).map { _ in DispatchSemaphore(value: 1) }
let lock = NSLock()
var meals = 0

func eat(_ seat: Int) {
  let left = seat
  let right = (seat + 1) % 3
  let first = min(left, right)
  let second = max(left, right)
  forks[first].wait()
  forks[second].wait()
  lock.lock()
  meals += 1
  lock.unlock()
  forks[second].signal()
  forks[first].signal()
}

let dinner = DispatchGroup()
for seat in 0..<3 {
  DispatchQueue.global().async(group: dinner) {
    eat(seat)
    eat(seat)
  }
}
dinner.wait()
precondition(meals == 6)
