// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

// Written by the handler, and read when that has signalled.
nonisolated(unsafe) var status: Int32 = -1
let isOver = DispatchSemaphore(value: 0)
let process = Process()
process.executableURL = URL(fileURLWithPath: "/bin/true")
process.terminationHandler = {
  status = $0.terminationStatus
  isOver.signal()
}
try process.run()
process.waitUntilExit()
isOver.wait()
exit(status)
