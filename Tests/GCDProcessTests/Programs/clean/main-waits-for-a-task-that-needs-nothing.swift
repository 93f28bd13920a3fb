// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

/// The main task blocks its thread, before it was ever suspended, for a task that needs nothing of it.
func draw() {}

func block(for done: DispatchSemaphore) { done.wait() }

let drawn = DispatchSemaphore(value: 0)
let painter = Task.detached {
  draw()
  drawn.signal()
}
block(for: drawn)
await painter.value
