// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

// A thread with a mailbox; `stop` is its last letter.
final class MailboxThread {
  enum Letter {
    case add(Int)
    case stop
  }

  private let condition = NSCondition()
  private var letters: [Letter] = []
  private(set) var sum = 0
  private let ended = DispatchSemaphore(value: 0)

  init() {
    Thread.detachNewThread { self.run() }
  }

  private func next() -> Letter {
    condition.lock()
    defer { condition.unlock() }
    while letters.isEmpty {
      condition.wait()
    }
    return letters.removeFirst()
  }

  private func run() {
    while case .add(let number) = next() {
      sum += number
    }
    ended.signal()
  }

  func send(_ letter: Letter) {
    condition.lock()
    letters.append(letter)
    condition.signal()
    condition.unlock()
  }

  func join() {
    ended.wait()
  }
}

let mailbox = MailboxThread()
let senders = DispatchGroup()
for number in 1...3 {
  DispatchQueue.global().async(group: senders) {
    mailbox.send(.add(number))
  }
}
senders.wait()
mailbox.send(.stop)
mailbox.join()
precondition(mailbox.sum == 6)
