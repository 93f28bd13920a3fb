// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

let received = DispatchSemaphore(value: 0)
let source = DispatchSource.makeUserDataAddSource(queue: DispatchQueue(label: "data"))
source.setEventHandler { received.signal() }
source.activate()
source.cancel()  // cause
source.add(data: 1)
received.wait()
