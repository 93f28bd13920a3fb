// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
let lock = NSLock()
// Written with the lock in hand, and read when both iterations are over.
nonisolated(unsafe) var makers = 0
DispatchQueue.concurrentPerform(iterations: 2) { _ in
  lock.withLock {
    if !FileManager.default.fileExists(atPath: folder) {
      try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      makers += 1
    }
  }
}
try? FileManager.default.removeItem(atPath: folder)
exit(makers == 1 ? 0 : 1)
