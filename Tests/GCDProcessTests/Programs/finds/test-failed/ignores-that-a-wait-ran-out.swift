// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

let answered = DispatchSemaphore(value: 0)
let lock = NSLock()
var answer: Int?

DispatchQueue.global().async {
  Thread.sleep(forTimeInterval: 0.2)
  lock.withLock { answer = 42 }
  answered.signal()
}
_ = answered.wait(timeout: .now() + .milliseconds(50))  // cause
precondition(lock.withLock { answer } != nil, "no answer")
