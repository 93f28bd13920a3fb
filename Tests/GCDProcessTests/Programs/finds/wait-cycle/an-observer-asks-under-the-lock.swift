// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// An observer that asks what it observes, called under the lock of that.
final class Level: @unchecked Sendable {
  private let lock = NSLock()
  private var level = 0
  private var observer: (@Sendable () -> Void)?

  var value: Int { lock.withLock { level } }

  func observe(_ body: @escaping @Sendable () -> Void) { lock.withLock { observer = body } }

  func rise() {
    lock.withLock {
      level += 1
      observer?()  // cause
    }
  }
}

let level = Level()
let watching = Task.detached { level.observe { _ = level.value } }
let rising = Task.detached { level.rise() }
await watching.value
await rising.value

// says: which it holds itself
