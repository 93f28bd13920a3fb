// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// What the thread reads is there when it starts.
final class Monitor: @unchecked Sendable {
  private var limit = 0
  private let done = DispatchSemaphore(value: 0)

  func start() {
    let thread = Thread { [self] in
      precondition(limit > 0, "no limit")
      done.signal()
    }
    limit = 3
    thread.start()
    done.wait()
  }
}

Monitor().start()
