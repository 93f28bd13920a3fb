// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

/// What comes behind the signal runs at the same time as what comes behind the wait.
final class Download: @unchecked Sendable {
  private let done = DispatchSemaphore(value: 0)
  private var bytes = 0

  func run() {
    DispatchQueue.global().async {
      self.done.signal()  // cause
      self.bytes = 512
    }
  }

  func wait() -> Int {
    done.wait()
    return bytes
  }
}

let download = Download()
download.run()
guard download.wait() == 512 else { fatalError("nothing was loaded") }
