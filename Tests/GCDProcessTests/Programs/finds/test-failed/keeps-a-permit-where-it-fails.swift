// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

let permits = DispatchSemaphore(value: 1)
let uploads = DispatchGroup()

for number in 0..<3 {
  DispatchQueue.global().async(group: uploads) {
    permits.wait()  // cause
    if number == 1 { return }
    permits.signal()
  }
}
precondition(uploads.wait(timeout: .now() + 30) == .success)
