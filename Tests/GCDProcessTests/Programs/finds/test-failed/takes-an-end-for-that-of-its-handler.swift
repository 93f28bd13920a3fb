// Licensed under the Apache License, Version 2.0; see LICENSE.
// says: p.waitUntilExit()
// The termination handler runs on a thread of its own, which `waitUntilExit` does not wait for.
import Foundation

// Not safe: that is the defect.
nonisolated(unsafe) var status: Int32 = -1
let p = Process()
p.executableURL = URL(fileURLWithPath: "/bin/true")
p.terminationHandler = { status = $0.terminationStatus }
try p.run()
p.waitUntilExit()
exit(status)
