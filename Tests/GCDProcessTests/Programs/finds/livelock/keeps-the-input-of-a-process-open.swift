// Licensed under the Apache License, Version 2.0; see LICENSE.
// says: the pipe that it reads from is empty and still open here, and nothing left writes to it or closes it
import Foundation

let process = Process()
process.executableURL = URL(fileURLWithPath: "/bin/sh")
process.arguments = ["-c", "cat | sort"]
let (input, output) = (Pipe(), Pipe())
process.standardInput = input
process.standardOutput = output
try process.run()
input.fileHandleForWriting.write(Data("b\na\n".utf8))
process.waitUntilExit()  // cause
print(output.fileHandleForReading.readDataToEndOfFile().count)
