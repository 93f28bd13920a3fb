// Licensed under the Apache License, Version 2.0; see LICENSE.
// Both may look before one of them has put its image into the cache.
import Dispatch
import Foundation

// Safe for threads by its documentation.
nonisolated(unsafe) let cache = NSCache<NSString, NSNumber>()
let lock = NSLock()
// Written with the lock in hand, and read when both iterations are over.
nonisolated(unsafe) var made = 0
DispatchQueue.concurrentPerform(iterations: 2) { number in
  if cache.object(forKey: "image") == nil {
    lock.withLock { made += 1 }
    cache.setObject(NSNumber(value: number), forKey: "image")
  }
}
exit(made == 1 ? 0 : 1)
