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
answered.wait()
precondition(lock.withLock { answer } != nil, "no answer")
