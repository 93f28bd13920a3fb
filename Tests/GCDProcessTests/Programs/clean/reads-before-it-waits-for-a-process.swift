// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

let process = Process()
process.executableURL = URL(fileURLWithPath: "/usr/bin/seq")
process.arguments = ["1", "100000"]
let output = Pipe()
process.standardOutput = output
try process.run()
let count = output.fileHandleForReading.readDataToEndOfFile().count
process.waitUntilExit()
exit(count == 588_895 ? 0 : 1)
