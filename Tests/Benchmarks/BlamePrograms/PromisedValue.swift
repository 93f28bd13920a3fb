// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

// A value that comes later: callbacks, and a wait that blocks.
final class Promised<Value> {
  private let condition = NSCondition()
  private var value: Value?
  private var callbacks: [(Value) -> Void] = []

  func fulfil(_ new: Value) {
    condition.lock()
    value = new
    let waiting = callbacks
    callbacks = []
    condition.broadcast()
    condition.unlock()
    for callback in waiting { callback(new) }
  }

  func whenThere(_ callback: @escaping (Value) -> Void) {
    condition.lock()
    if let value {
      condition.unlock()
      callback(value)
    } else {
      callbacks.append(callback)
      condition.unlock()
    }
  }

  func get() -> Value {
    condition.lock()
    defer { condition.unlock() }
    while value == nil {
      condition.wait()
    }
    return value!
  }
}

let price = Promised<Int>()
let doubled = Promised<Int>()
price.whenThere { doubled.fulfil($0 * 2) }
let shown = DispatchGroup()
shown.enter()
doubled.whenThere { number in
  precondition(number == 84)
  shown.leave()
}
DispatchQueue.global().async { price.fulfil(42) }
precondition(doubled.get() == 84 && price.get() == 42)
shown.wait()
