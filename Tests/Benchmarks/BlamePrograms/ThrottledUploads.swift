// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

// Uploads files, never more than two at once; the submitter waits for its turn.
let permits = DispatchSemaphore(value: 2)
let uploads = DispatchQueue(label: "uploads", attributes: .concurrent)
let group = DispatchGroup()
let lock = NSLock()
var running = 0
var highest = 0
var failures = 0

func upload(_ file: Int) throws {
  if file == 3 { throw CancellationError() }
}

for file in 0..<5 {
  permits.wait()
  group.enter()
  uploads.async {
    defer {
      lock.withLock { running -= 1 }
      permits.signal()
      group.leave()
    }
    lock.withLock {
      running += 1
      highest = max(highest, running)
    }
    do {
      try upload(file)
    } catch {
      lock.withLock { failures += 1 }
    }
  }
}
group.wait()
precondition(running == 0 && highest <= 2 && failures == 1)
