// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

/// The check is a read of its own; what was checked may be out of date when the barrier runs.
final class Tickets: @unchecked Sendable {
  private let queue = DispatchQueue(label: "tickets", attributes: .concurrent)
  private var left = 1

  var remaining: Int { queue.sync(flags: .barrier) { left } }

  func sell() {
    if queue.sync(execute: { left }) > 0 {  // cause
      queue.async(flags: .barrier) { self.left -= 1 }
    }
  }
}

let tickets = Tickets()
let sellers = DispatchGroup()
for _ in 1...2 {
  DispatchQueue.global().async(group: sellers) { tickets.sell() }
}
sellers.wait()
precondition(tickets.remaining >= 0, "more is sold than there is")
