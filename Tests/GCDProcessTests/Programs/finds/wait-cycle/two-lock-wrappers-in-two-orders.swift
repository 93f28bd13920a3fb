// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

/// As many programs have one: the report speaks of its callers.
final class Guard: Sendable {
  private let lockOfSystem = NSLock()
  func lock() { lockOfSystem.lock() }
  func unlock() { lockOfSystem.unlock() }
}

let (accounts, journal) = (Guard(), Guard())
let done = DispatchGroup()
DispatchQueue.global().async(group: done) {
  accounts.lock()
  journal.lock()
  journal.unlock()
  accounts.unlock()
}
DispatchQueue.global().async(group: done) {
  journal.lock()
  accounts.lock()  // cause
  accounts.unlock()
  journal.unlock()
}
done.wait()
