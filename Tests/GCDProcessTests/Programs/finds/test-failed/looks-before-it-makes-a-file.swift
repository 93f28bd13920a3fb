// Licensed under the Apache License, Version 2.0; see LICENSE.
// Both may look before one of them has made the file.
import Foundation

let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
let lock = NSLock()
// Written with the lock in hand, and read when both iterations are over.
nonisolated(unsafe) var makers = 0
DispatchQueue.concurrentPerform(iterations: 2) { _ in
  if !FileManager.default.fileExists(atPath: folder) {
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    lock.withLock { makers += 1 }
  }
}
try? FileManager.default.removeItem(atPath: folder)
exit(makers == 1 ? 0 : 1)
