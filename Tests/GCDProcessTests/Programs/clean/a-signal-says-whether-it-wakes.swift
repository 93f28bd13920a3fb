// Licensed under the Apache License, Version 2.0; see LICENSE.
// Each signal serves one waiter, and says so: whether that has run since makes no difference.
import Dispatch
import Foundation

let semaphore = DispatchSemaphore(value: 0)
let group = DispatchGroup()
for _ in 0..<2 { Thread { semaphore.wait() }.start() }
usleep(500_000)
let answers = (0..<4).map { _ in semaphore.signal() != 0 }
precondition(answers == [true, true, false, false])
