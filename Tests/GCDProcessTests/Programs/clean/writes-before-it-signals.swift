// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

/// The semaphore hands the number over.
final class Download: @unchecked Sendable {
  private let done = DispatchSemaphore(value: 0)
  private var bytes = 0

  func run() {
    DispatchQueue.global().async {
      self.bytes = 512
      self.done.signal()
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
