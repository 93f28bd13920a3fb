// Licensed under the Apache License, Version 2.0; see LICENSE.
// says: asks whether it is
// says: cancels task
// The file is closed behind the cancel, which may come after the task has asked for it.
import Foundation

/// Safe: its state is under the lock.
final class File: @unchecked Sendable {
  private let lock = NSLock()
  private var isOpen = true

  func close() { lock.withLock { isOpen = false } }
  func read() { lock.withLock { precondition(isOpen, "read after close") } }
}

let file = File()
let reader = Task.detached { if !Task.isCancelled { file.read() } }
let stop = Task.detached {
  reader.cancel()
  file.close()
}
await stop.value
await reader.value
