// Licensed under the Apache License, Version 2.0; see LICENSE.
// says: the pipe that it writes to is full, and nothing left reads it
import Foundation

let process = Process()
process.executableURL = URL(fileURLWithPath: "/bin/sh")
process.arguments = ["-c", "seq 1 50000 >&2; seq 1 50000"]
let (output, errors) = (Pipe(), Pipe())
process.standardOutput = output
process.standardError = errors
try process.run()
let lines = output.fileHandleForReading.readDataToEndOfFile().count  // cause
let complaints = errors.fileHandleForReading.readDataToEndOfFile().count
process.waitUntilExit()
exit(lines == complaints ? 0 : 1)
