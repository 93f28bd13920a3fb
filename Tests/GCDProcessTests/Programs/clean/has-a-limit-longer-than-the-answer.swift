// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

let answered = DispatchSemaphore(value: 0)
let unused = DispatchSemaphore(value: 0)

DispatchQueue.global().async { unused.wait() }
DispatchQueue.global().asyncAfter(deadline: .now() + 10) { answered.signal() }
precondition(answered.wait(timeout: .now() + 15) == .success)
unused.signal()
