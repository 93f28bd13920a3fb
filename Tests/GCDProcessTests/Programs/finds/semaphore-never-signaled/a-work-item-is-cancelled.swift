// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

let done = DispatchSemaphore(value: 0)
let item = DispatchWorkItem { done.signal() }
item.cancel()  // cause
let queue = DispatchQueue(label: "items")
queue.async(execute: item)
done.wait()
