// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

// At most two requests within 100 milliseconds.
final class RateLimiter {
  private let permits = DispatchSemaphore(value: 2)
  private let timers = DispatchQueue(label: "timers")

  func perform(_ request: () -> Void) {
    permits.wait()
    request()
    timers.asyncAfter(deadline: .now() + .milliseconds(100)) {
      self.permits.signal()
    }
  }
}

let limiter = RateLimiter()
let lock = NSLock()
var count = 0
let requests = DispatchGroup()
for _ in 0..<5 {
  DispatchQueue.global().async(group: requests) {
    limiter.perform {
      lock.lock()
      count += 1
      lock.unlock()
    }
  }
}
let result = requests.wait(timeout: .now() + .seconds(60))
precondition(result == .success && count == 5)
