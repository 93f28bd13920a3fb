// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

// A resource that is made at its first use.
final class SharedResource {
  static let shared = SharedResource()
  private let lock = NSLock()
  private var value: Int?
  private(set) var made = 0

  private func make() -> Int {
    DispatchQueue.global().sync { 42 }
  }

  func get() -> Int {
    lock.lock()
    defer { lock.unlock() }
    if let value { return value }
    let new = make()
    made += 1
    value = new
    return new
  }

  func reset() {
    lock.lock()
    value = nil
    lock.unlock()
  }
}

let users = DispatchGroup()
for _ in 0..<3 {
  DispatchQueue.global().async(group: users) {
    precondition(SharedResource.shared.get() == 42)
  }
}
users.wait()
precondition(SharedResource.shared.made == 1)
SharedResource.shared.reset()
precondition(SharedResource.shared.get() == 42 && SharedResource.shared.made == 2)
