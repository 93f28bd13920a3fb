// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

/// A stream of ticks, by a timer that nothing keeps.
func ticks(_ count: Int) -> AsyncStream<Int> {
  AsyncStream { continuation in
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "ticks"))
    // Only the handler uses it.
    nonisolated(unsafe) var tick = 0
    timer.setEventHandler {
      tick += 1
      continuation.yield(tick)
      if tick == count { continuation.finish() }
    }
    timer.schedule(deadline: .now() + 1, repeating: 1)
    timer.resume()
  }  // cause
}

for await _ in ticks(3) {}

// says: ^ the last reference is given up here, before its handler ran
