// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// The thread may run before what is behind its start.
final class Monitor: @unchecked Sendable {
  private var limit = 0
  private let done = DispatchSemaphore(value: 0)

  func start() {
    let thread = Thread { [self] in
      precondition(limit > 0, "no limit")
      done.signal()
    }
    thread.start()  // cause
    limit = 3
    done.wait()
  }
}

Monitor().start()
