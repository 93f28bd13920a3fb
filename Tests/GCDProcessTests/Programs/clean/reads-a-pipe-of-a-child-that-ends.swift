// Licensed under the Apache License, Version 2.0; see LICENSE.
// A child ends at once: its end and the event of its pipe come before the thread that looks after it begins.
import Foundation

let process = Process()
let output = Pipe()
process.executableURL = URL(fileURLWithPath: "/bin/sh")
process.arguments = ["-c", "echo hello"]
process.standardOutput = output
let done = DispatchSemaphore(value: 0)
let source = DispatchSource.makeReadSource(
  fileDescriptor: output.fileHandleForReading.fileDescriptor, queue: .global())
source.setEventHandler {
  source.cancel()
  done.signal()
}
source.resume()
process.terminationHandler = { _ in }
try process.run()
done.wait()
print("end")
