// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

let lock = NSLock()
var cache: [String: Int]?
let done = DispatchGroup()

func lookUp(_ key: String) -> Int? {
  lock.lock()
  defer { lock.unlock() }
  return cache?[key]
}

DispatchQueue.global().async(group: done) {  // cause
  guard lookUp("one") == 1 else { fatalError("no cache") }
}
lock.lock()
cache = ["one": 1]
lock.unlock()
done.wait()
