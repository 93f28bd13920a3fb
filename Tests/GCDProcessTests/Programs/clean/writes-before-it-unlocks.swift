// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

/// The condition protects all of it.
final class Mailbox: @unchecked Sendable {
  private let condition = NSCondition()
  private var isFull = false
  private var letter = ""

  func put(_ text: String) {
    condition.lock()
    letter = text
    isFull = true
    condition.signal()
    condition.unlock()
  }

  func take() -> String {
    condition.lock()
    defer { condition.unlock() }
    while !isFull { condition.wait() }
    isFull = false
    return letter
  }
}

let mailbox = Mailbox()
DispatchQueue.global().async { mailbox.put("hello") }
guard mailbox.take() == "hello" else { fatalError("an empty letter") }
