// Licensed under the Apache License, Version 2.0; see LICENSE.
// The loop is what hangs with the waiter, and shown below it.
// says: main thread in a loop 0 main
import Foundation

/// What changes is used under the lock.
final class Loader: @unchecked Sendable {
  private let lock = NSLock()
  private var loaded = false
  private let available = DispatchSemaphore(value: 0)

  var isLoaded: Bool { lock.withLock { loaded } }

  func start() {
    DispatchQueue.global().async {
      self.available.wait()  // cause
      self.lock.withLock { self.loaded = true }
    }
  }
}

let loader = Loader()
loader.start()
while !loader.isLoaded { usleep(10_000) }
