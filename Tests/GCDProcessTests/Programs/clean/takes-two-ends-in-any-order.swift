// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

let lock = NSLock()
// Written with the lock in hand, and read when both have left the group.
nonisolated(unsafe) var order: [Int] = []
let handlers = DispatchGroup()
for number in 0..<2 {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/bin/true")
  handlers.enter()
  process.terminationHandler = { _ in
    lock.withLock { order.append(number) }
    handlers.leave()
  }
  try process.run()
}
handlers.wait()
exit(order.sorted() == [0, 1] ? 0 : 1)
