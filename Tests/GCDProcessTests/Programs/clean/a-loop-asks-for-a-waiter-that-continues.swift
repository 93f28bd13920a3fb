// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// What changes is used under the lock.
final class Loader: @unchecked Sendable {
  private let lock = NSLock()
  private var loaded = false
  private let available = DispatchSemaphore(value: 0)

  var isLoaded: Bool { lock.withLock { loaded } }

  func start() {
    DispatchQueue.global().async {
      self.available.wait()
      self.lock.withLock { self.loaded = true }
    }
  }

  func provide() { available.signal() }
}

let loader = Loader()
loader.start()
DispatchQueue.global().asyncAfter(deadline: .now() + 60) { loader.provide() }
while !loader.isLoaded { usleep(10_000) }
