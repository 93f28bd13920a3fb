// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

// Asks three servers and takes the first answer; a timeout would be a failure.
final class FirstAnswer {
  private let lock = NSLock()
  private var answer: Int?
  private let answered = DispatchSemaphore(value: 0)

  func offer(_ value: Int) {
    lock.lock()
    let isFirst = answer == nil
    if isFirst { answer = value }
    lock.unlock()
    if isFirst { answered.signal() }
  }

  func take() -> Int? {
    guard answered.wait(timeout: .now() + .seconds(30)) == .success else { return nil }
    lock.lock()
    defer { lock.unlock() }
    return answer
  }
}

func ask(_ server: Int, completion: @escaping (Int) -> Void) {
  DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(server)) {
    completion(server * 100)
  }
}

let first = FirstAnswer()
let asked = DispatchGroup()
for server in 1...3 {
  asked.enter()
  ask(server) { value in
    first.offer(value)
    asked.leave()
  }
}
let answer = first.take()
asked.wait()
precondition(answer != nil && answer! % 100 == 0)
