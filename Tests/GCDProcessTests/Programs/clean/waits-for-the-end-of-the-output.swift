// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

// Written by the block, and read when that has ended.
nonisolated(unsafe) var count = 0
let process = Process()
process.executableURL = URL(fileURLWithPath: "/usr/bin/seq")
process.arguments = ["1", "10"]
let output = Pipe()
process.standardOutput = output
try process.run()
let isRead = DispatchGroup()
DispatchQueue.global().async(group: isRead) {
  count = output.fileHandleForReading.readDataToEndOfFile().count
}
process.waitUntilExit()
isRead.wait()
exit(count == 21 ? 0 : 1)
