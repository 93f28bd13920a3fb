// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

/// The main task blocks its thread, before it was ever suspended, for a task that needs the main actor.
@MainActor func draw() {}

func block(for done: DispatchSemaphore) { done.wait() }

let drawn = DispatchSemaphore(value: 0)
let painter = Task.detached {
  await draw()
  drawn.signal()
}
block(for: drawn)
await painter.value
