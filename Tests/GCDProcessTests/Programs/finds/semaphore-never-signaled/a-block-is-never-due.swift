// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

let done = DispatchSemaphore(value: 0)
DispatchQueue.global().asyncAfter(deadline: .distantFuture) { done.signal() }  // cause
done.wait()
