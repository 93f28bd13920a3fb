// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

let process = Process()
process.executableURL = URL(fileURLWithPath: "/bin/sh")
process.arguments = ["-c", "cat | sort"]
let (input, output) = (Pipe(), Pipe())
process.standardInput = input
process.standardOutput = output
try process.run()
input.fileHandleForWriting.write(Data("b\na\n".utf8))
try input.fileHandleForWriting.close()
process.waitUntilExit()
exit(output.fileHandleForReading.readDataToEndOfFile() == Data("a\nb\n".utf8) ? 0 : 1)
