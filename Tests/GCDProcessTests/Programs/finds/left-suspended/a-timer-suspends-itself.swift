// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

let third = DispatchSemaphore(value: 0)
let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "ticks"))
var ticks = 0
timer.setEventHandler {
  ticks += 1
  if ticks == 2 { timer.suspend() }  // cause
  if ticks == 3 { third.signal() }
}
timer.schedule(deadline: .now() + 1, repeating: 1)
timer.activate()
third.wait()
timer.cancel()
