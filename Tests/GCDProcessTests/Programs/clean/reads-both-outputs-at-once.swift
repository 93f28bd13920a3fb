// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

let process = Process()
process.executableURL = URL(fileURLWithPath: "/bin/sh")
process.arguments = ["-c", "seq 1 50000 >&2; seq 1 50000"]
let (output, errors) = (Pipe(), Pipe())
process.standardOutput = output
process.standardError = errors
try process.run()
let reader = DispatchGroup()
// Written by the block, and read when that has ended.
nonisolated(unsafe) var complaints = 0
DispatchQueue.global().async(group: reader) {
  complaints = errors.fileHandleForReading.readDataToEndOfFile().count
}
let lines = output.fileHandleForReading.readDataToEndOfFile().count
process.waitUntilExit()
reader.wait()
exit(lines == complaints ? 0 : 1)
