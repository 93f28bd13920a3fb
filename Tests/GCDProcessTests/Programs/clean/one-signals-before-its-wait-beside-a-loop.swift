// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

let (first, second) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))

/// What changes is used under the lock.
final class Count: @unchecked Sendable {
  private let lock = NSLock()
  private var stored = 0

  var value: Int { lock.withLock { stored } }

  func add() { lock.withLock { stored += 1 } }
}

let count = Count()
DispatchQueue.global().async {
  second.signal()
  first.wait()
  count.add()
}
DispatchQueue.global().async {
  second.wait()
  first.signal()
  count.add()
}
while count.value < 2 { Thread.sleep(forTimeInterval: 0.01) }
