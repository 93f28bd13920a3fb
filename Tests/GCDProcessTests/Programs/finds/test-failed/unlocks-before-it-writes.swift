// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

/// The value is written when the lock has been given back.
final class Mailbox: @unchecked Sendable {
  private let condition = NSCondition()
  private var isFull = false
  private var letter = ""

  func put(_ text: String) {
    condition.lock()
    isFull = true
    condition.signal()
    condition.unlock()  // cause
    letter = text
  }

  func take() -> String {
    condition.lock()
    while !isFull { condition.wait() }
    isFull = false
    condition.unlock()
    return letter
  }
}

let mailbox = Mailbox()
DispatchQueue.global().async { mailbox.put("hello") }
guard mailbox.take() == "hello" else { fatalError("an empty letter") }
