// Licensed under the Apache License, Version 2.0; see LICENSE.
// The blocked worker is no cause: it would only print.
// says: worker 1 blocked in DispatchSemaphore.wait
import Foundation

/// What changes is used under the lock.
final class Flag: @unchecked Sendable {
  private let lock = NSLock()
  private var stored = false

  var value: Bool { lock.withLock { stored } }
}

let (flag, gate) = (Flag(), DispatchSemaphore(value: 0))
DispatchQueue.global().async {
  gate.wait()
  print("ended")
}
while !flag.value { Thread.sleep(forTimeInterval: 0.01) }  // cause
gate.signal()
