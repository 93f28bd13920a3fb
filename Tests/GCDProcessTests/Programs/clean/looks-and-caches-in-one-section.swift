// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

// Safe for threads by its documentation.
nonisolated(unsafe) let cache = NSCache<NSString, NSNumber>()
let lock = NSLock()
// Written with the lock in hand, and read when both iterations are over.
nonisolated(unsafe) var made = 0
DispatchQueue.concurrentPerform(iterations: 2) { number in
  lock.withLock {
    if cache.object(forKey: "image") == nil {
      made += 1
      cache.setObject(NSNumber(value: number), forKey: "image")
    }
  }
}
exit(made == 1 ? 0 : 1)
