// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

// A sum in parallel chunks.
let numbers = Array(1...40)
let chunk = 10
let lock = NSLock()
var total = 0
var finishedChunks = 0

DispatchQueue.concurrentPerform(iterations: numbers.count / chunk) { index in
  let part = numbers[(index * chunk)..<((index + 1) * chunk)]
  let sum = part.reduce(0, +)
  lock.lock()
  total += sum
  finishedChunks += 1
  lock.unlock()
}
precondition(total == 820 && finishedChunks == 4)
