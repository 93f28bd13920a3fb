// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

// A read-write lock made by hand of a condition and a count.
final class ReadersWriters {
  private let condition = NSCondition()
  private var readers = 0
  private var isWriting = false

  func read<T>(_ body: () -> T) -> T {
    condition.lock()
    while isWriting {
      condition.wait()
    }
    readers += 1
    condition.unlock()
    let result = body()
    condition.lock()
    readers -= 1
    if readers == 0 {
      condition.broadcast()
    }
    condition.unlock()
    return result
  }

  func write(_ body: () -> Void) {
    condition.lock()
    while isWriting || readers > 0 {
      condition.wait()
    }
    isWriting = true
    condition.unlock()
    body()
    condition.lock()
    isWriting = false
    condition.broadcast()
    condition.unlock()
  }
}

let guarded = ReadersWriters()
let other = DispatchQueue(label: "other", attributes: .concurrent)
var value = 0
let all = DispatchGroup()
for _ in 0..<3 {
  DispatchQueue.global().async(group: all) {
    guarded.write {
      let before = value
      other.sync {}
      value = before + 1
    }
    precondition(guarded.read { value } > 0)
  }
}
all.wait()
precondition(value == 3)
