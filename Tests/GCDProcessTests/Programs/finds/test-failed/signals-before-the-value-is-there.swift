// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

final class Answer {
  private let lock = NSLock()
  private let ready = DispatchSemaphore(value: 0)
  private var value: Int?

  func set(_ new: Int) {
    ready.signal()  // cause
    lock.lock()
    value = new
    lock.unlock()
  }

  func get() -> Int? {
    ready.wait()
    lock.lock()
    defer { lock.unlock() }
    return value
  }
}

let answer = Answer()
DispatchQueue.global().async { answer.set(42) }
guard answer.get() == 42 else { fatalError("no value") }
