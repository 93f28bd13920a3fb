// Licensed under the Apache License, Version 2.0; see LICENSE.
// says: the pipe that it writes to is full, and nothing left reads it
import Foundation

let process = Process()
process.executableURL = URL(fileURLWithPath: "/usr/bin/seq")
process.arguments = ["1", "100000"]
let output = Pipe()
process.standardOutput = output
try process.run()
process.waitUntilExit()  // cause
print(output.fileHandleForReading.readDataToEndOfFile().count)
