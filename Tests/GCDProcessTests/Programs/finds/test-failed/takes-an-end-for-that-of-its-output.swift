// Licensed under the Apache License, Version 2.0; see LICENSE.
// What a process has written may not have reached the handler when the process has ended.
import Foundation

let lock = NSLock()
// Written with the lock in hand.
nonisolated(unsafe) var count = 0
let process = Process()
process.executableURL = URL(fileURLWithPath: "/usr/bin/seq")
process.arguments = ["1", "10"]
let output = Pipe()
process.standardOutput = output
output.fileHandleForReading.readabilityHandler = { handle in
  let piece = handle.availableData.count
  lock.withLock { count += piece }
}
try process.run()
process.waitUntilExit()
exit(lock.withLock { count } == 21 ? 0 : 1)
