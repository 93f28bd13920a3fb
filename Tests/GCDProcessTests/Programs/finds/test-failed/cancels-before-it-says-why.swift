// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

/// The handler may run before what is behind the cancellation.
final class Ticker: @unchecked Sendable {
  private let source = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "ticker"))
  private let ended = DispatchSemaphore(value: 0)
  private var reason: String?

  func stop() {
    source.setCancelHandler { [self] in
      precondition(reason != nil, "ended for no reason")
      ended.signal()
    }
    source.schedule(deadline: .now() + 60)
    source.activate()
    source.cancel()  // cause
    reason = "stopped"
    ended.wait()
  }
}

Ticker().stop()
