// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

final class Guard: Sendable {
  private let lockOfSystem = NSLock()
  func lock() { lockOfSystem.lock() }
  func unlock() { lockOfSystem.unlock() }
}

let (accounts, journal) = (Guard(), Guard())
let done = DispatchGroup()
for _ in 0..<2 {
  DispatchQueue.global().async(group: done) {
    accounts.lock()
    journal.lock()
    journal.unlock()
    accounts.unlock()
  }
}
done.wait()
